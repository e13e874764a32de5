import { type Language, parseLanguage } from '@senca/contract'
import { type ConfirmType, confirmationTokenSchema, mailQuerySchema } from '@senca/contract/account'
import * as z from 'zod/mini'

/** An unsupported language is ignored, so a browser's language tag can be sent unchanged. */
const languageTag = z.optional(z.string().check(z.maxLength(32)))

/** Schemas shared by the calls that send an e-mail and those that follow it. */
export const mailSchemas = {
  query: z.extend(mailQuerySchema, { lang: languageTag }),
  token: z.object({ token: confirmationTokenSchema }),
}

/** Reads from a query how the e-mail is to be sent. */
export const mailOptionsOf = ({
  confirmtype,
  lang,
}: {
  confirmtype?: ConfirmType | undefined
  lang?: string | undefined
}): { type?: ConfirmType | undefined; language?: Language | undefined } => ({
  type: confirmtype,
  language: parseLanguage(lang ?? '') ?? undefined,
})
