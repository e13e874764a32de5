import { type Language, parseLanguage } from '@senca/contract'
import { type ConfirmType, confirmationTokenSchema, mailQuerySchema } from '@senca/contract/account'
import * as z from 'zod/mini'

/** A language that is none of ours is passed over, so that a browser's tag may be sent as it is. */
const languageTag = z.optional(z.string().check(z.maxLength(32)))

/** What the calls that send mail and those that follow it have in common. */
export const mailSchemas = {
  query: z.extend(mailQuerySchema, { lang: languageTag }),
  token: z.object({ token: confirmationTokenSchema }),
}

/** How a mail is wished for by a query. */
export const wishOf = ({
  confirmtype,
  lang,
}: {
  confirmtype?: ConfirmType | undefined
  lang?: string | undefined
}): { type?: ConfirmType | undefined; language?: Language | undefined } => ({
  type: confirmtype,
  language: parseLanguage(lang ?? '') ?? undefined,
})
