import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { languageSchema } from './languages.ts'

/** A part of an address between dots. It contains no separators and no invisible characters. */
const PART = String.raw`[^.\s@<>(),;:\\"[\]\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+`
const EMAIL = new RegExp(String.raw`^${PART}(\.${PART})*@${PART}(\.${PART})+$`, 'u')

/** An e-mail address of limited length, on one line, with a name and a host. */
export const emailSchema = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(LIMITS.EMAIL_MAX_LENGTH * 2)),
    z.transform((email: string) => email.normalize('NFC').trim()),
  ),
  z.string().check(z.maxLength(LIMITS.EMAIL_MAX_LENGTH), z.regex(EMAIL)),
)

/** A new password: 8..128 characters after NFC. Its strength is checked elsewhere. */
export const newPasswordSchema = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(LIMITS.PASSWORD_MAX_LENGTH * 4)),
    z.transform((password: string) => password.normalize('NFC')),
  ),
  z.string().check(z.minLength(LIMITS.PASSWORD_MIN_LENGTH), z.maxLength(LIMITS.PASSWORD_MAX_LENGTH)),
)

export const profileSchema = z.object({
  email: z.string(),
  confirmed: z.boolean(),
  password_set: z.boolean(),
  locale: languageSchema,
})
export type Profile = z.infer<typeof profileSchema>

/** `expiresAt` is ISO 8601 UTC. */
export const apiTokenSchema = z.object({ token: z.string(), expiresAt: z.string() })
export type ApiToken = z.infer<typeof apiTokenSchema>

/** The answer of `POST /login`: the profile after a sign-in, or an API token if the request had no body. */
export const loginAnswerSchema = z.union([profileSchema, apiTokenSchema])
