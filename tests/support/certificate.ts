import { execFile, execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Whether this machine has openssl, which makes the certificates. */
export const hasOpenssl = ((): boolean => {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** Names of the files that {@link makeCertificate} writes. */
export const certificateFiles = { key: "key.pem", cert: "cert.pem" } as const;

/** Makes a self-signed certificate for `localhost`, valid for some days, and writes it and its key to a folder. */
export async function makeCertificate(folder: string, days = 30): Promise<{ key: Buffer; cert: Buffer }> {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", certificateFiles.key];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  await run("openssl", ["req", "-x509", ...key, "-days", String(days), ...subject, "-out", certificateFiles.cert], {
    cwd: folder,
  });
  const [keyFile, certFile] = [join(folder, certificateFiles.key), join(folder, certificateFiles.cert)];
  return { key: await readFile(keyFile), cert: await readFile(certFile) };
}
