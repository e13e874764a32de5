import { errorBodySchema, isErrorCode, LIMITS } from '@senca/contract'
import { OPERATOR_TOKEN } from '@senca/e2e/product/product.ts'
import { HangError, type HttpAnswer } from '../product/http-call.ts'
import type { FuzzHome } from './fuzz-home.ts'
import type { HttpCase } from './http-cases.ts'

/** The timeouts of an answer, and of an answer that waits until the device is at rest. */
const ANSWER_WITHIN_MS = 30_000
const AWAITED_WITHIN_MS = 200_000
/** Errors with status 500 or above that are the fault of the device. */
const OF_DEVICES: ReadonlySet<string> = new Set(['device_request_timeout', 'device_not_responding'])

/** Replaces the placeholders. */
export const filledIn = (text: string, words: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\{\{[a-z ]+\}\}/g, (word) => words.get(word) ?? word)

/** The words that occur in a text. */
export const foundIn = (text: string, words: readonly string[]): string[] =>
  words.filter((word) => text.includes(word))

function headersOf(home: FuzzHome, { caller, headers }: HttpCase): Record<string, string> {
  const filled = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, filledIn(value, home.words)]),
  )
  switch (caller) {
    case 'owner':
      return { authorization: `Bearer ${home.owner.bearer()}`, cookie: home.owner.cookie(), ...filled }
    case 'holder':
      return { authorization: `Bearer ${home.holder.bearer()}`, cookie: home.holder.cookie(), ...filled }
    case 'guest':
      return { 'x-device-link-token': home.words.get('{{own link}}') ?? '', ...filled }
    case 'operator':
      return { authorization: `Bearer ${OPERATOR_TOKEN}`, ...filled }
    case 'nobody':
      return filled
  }
}

/** The words that a caller must not read. */
function hiddenFrom(
  { canaries, ownCanaries, unlentCanaries }: Pick<FuzzHome, 'canaries' | 'ownCanaries' | 'unlentCanaries'>,
  caller: HttpCase['caller'],
): string[] {
  if (caller === 'holder') return [...canaries, ...unlentCanaries]
  const isOutside = caller === 'guest' || caller === 'nobody'
  return isOutside ? [...canaries, ...ownCanaries, ...unlentCanaries] : canaries
}

/**
 * What is wrong with an answer: a 5xx status caused by the server, an error without a code, or a word that the caller must not
 * read.
 */
export function validate(
  home: Pick<FuzzHome, 'canaries' | 'ownCanaries' | 'unlentCanaries'>,
  { caller, method }: Pick<HttpCase, 'caller' | 'method'>,
  answer: HttpAnswer,
): string[] {
  const reported = `${answer.text}\n${JSON.stringify(answer.headers)}`
  const leaks = foundIn(reported, hiddenFrom(home, caller)).map(
    (word) => `another account's word in the answer: ${word}`,
  )
  if (answer.status < 400 || method === 'HEAD') return leaks
  let code = ''
  try {
    const parsed = errorBodySchema.safeParse(JSON.parse(answer.text))
    code = parsed.success && isErrorCode(parsed.data.error) ? parsed.data.error : ''
  } catch {
    // Not JSON, so there is no error code.
  }
  if (answer.status >= 500 && !OF_DEVICES.has(code)) return [...leaks, `${answer.status} ${answer.text}`]
  return code === '' ? [...leaks, `no error of the catalogue: ${answer.status} ${answer.text}`] : leaks
}

/** Sends a case. Returns what is wrong with the answer; empty if nothing. */
export async function sendHttp(home: FuzzHome, asked: HttpCase): Promise<string[]> {
  const body = asked.body === null ? undefined : filledIn(asked.body, home.words)
  const query = new URLSearchParams(
    asked.query.map(([key, value]): [string, string] => [key, filledIn(value, home.words)]),
  )
  const isTooLarge = Buffer.byteLength(body ?? '') > LIMITS.BODY_MAX_BYTES
  const request = {
    method: asked.method,
    path: `${asked.path}${asked.query.length === 0 ? '' : `?${query}`}`,
    headers: headersOf(home, asked),
    body,
    timeoutMs: body?.includes('"wait":true') ? AWAITED_WITHIN_MS : ANSWER_WITHIN_MS,
  }
  try {
    const answer = await home.caller.call(request)
    if (answer.status === 200) home.succeeded.set(asked.name, (home.succeeded.get(asked.name) ?? 0) + 1)
    return validate(home, asked, answer)
  } catch (error) {
    if (error instanceof HangError) return [error.message]
    // The server may close the connection before a body that is too large was sent completely.
    if (isTooLarge) return []
    return [`the connection broke: ${error instanceof Error ? error.message : String(error)}`]
  }
}
