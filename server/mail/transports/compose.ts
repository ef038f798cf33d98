import type { SendMailOptions } from "nodemailer";
import MailComposer from "nodemailer/lib/mail-composer";
import { type Mail, messageId } from "../mail.ts";

/** The envelope: the sender and the one recipient, whatever the headers say (RFC 5321). */
export const envelopeOf = (mail: Mail) => ({ from: mail.from.address, to: [mail.to] });

/** A mail in nodemailer's form. nodemailer must not read files or fetch URLs for it. */
const composed = (mail: Mail): SendMailOptions => ({
  from: mail.from,
  to: { name: "", address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  date: mail.date,
  messageId: messageId(mail),
  headers: { ...mail.headers },
  xMailer: false,
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** The bytes of a mail as transmitted (RFC 5322). */
export const mailBytes = (mail: Mail): Promise<Buffer> =>
  new MailComposer({ ...composed(mail), newline: "\r\n" }).compile().build();
