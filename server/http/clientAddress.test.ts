import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientKey, forwardedAddress, networkKey, unknownClient } from "./clientAddress.ts";

describe("clientKey", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["192.0.2.7:4711", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["64:ff9b::192.0.2.7", "192.0.2.7"],
    ["64:ff9b::1:192.0.2.7", "64:ff9b:0:0::/64"],
    ["2001:db8::ffff:192.0.2.7", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("counts %s as %s", (address, key) => {
    expect(clientKey(address)).toBe(key);
  });

  it.each([
    [undefined],
    ["unknown"],
    ["01.2.3.4"],
    ["256.1.1.1"],
    ["1:2:3:4:5:6:7:8:9"],
    ["2001:db8::1/64"],
    ["1".repeat(100_000)],
  ])("knows that %s is no address", (text) => {
    expect(clientKey(text)).toBe(unknownClient);
  });

  it("gives every spelling of an address one key, and every address of a /64", () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(fc.tuple(group, group, group, group), fc.tuple(group, group, group, group), (network, rest) => {
        fc.pre(network.some((value) => value !== 0));
        const short = (groups: number[]) => groups.map((value) => value.toString(16)).join(":");
        const long = (groups: number[]) => groups.map((value) => value.toString(16).toUpperCase().padStart(4, "0"));
        const key = clientKey(`${short(network)}::`);
        expect(key).not.toBe(unknownClient);
        expect(clientKey(short([...network, ...rest]))).toBe(key);
        expect(clientKey(`[${long([...network, ...rest]).join(":")}]:80`)).toBe(key);
      }),
    );
  });
});

describe("networkKey", () => {
  it.each([
    ["192.0.2.7", "192.0.2.0/24"],
    ["[2001:0DB8:0001:FFFF::9]:443", "2001:db8:1::/48"],
    ["unknown", unknownClient],
  ])("counts %s as %s", (address, key) => {
    expect(networkKey(address)).toBe(key);
  });
});

describe("forwardedAddress", () => {
  it("counts from the right, so that what a visitor wrote is never believed", () => {
    const header = "203.0.113.66, 198.51.100.9,192.0.2.7";
    expect(forwardedAddress(header, 1)).toBe("192.0.2.7");
    expect(forwardedAddress(header, 2)).toBe("198.51.100.9");
  });

  it("knows nobody where the header is missing, too short, or says no address", () => {
    expect(forwardedAddress(null, 1)).toBeUndefined();
    expect(forwardedAddress("192.0.2.7", 2)).toBeUndefined();
    expect(forwardedAddress("192.0.2.7, unknown", 1)).toBeUndefined();
  });
});
