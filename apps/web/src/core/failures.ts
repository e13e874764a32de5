import { type ErrorBody, errorBodySchema } from '@senca/contract'

/** The server refused: its error body, raised, with the HTTP status. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number
  /** The `error` field; usually a code of the catalogue, but a newer server may know more. */
  readonly error: string
  readonly description: string
  readonly detail: string | null
  readonly key: string | null
  readonly deviceId: string | null
  /** With `second_factor_required`: what the sign-in is finished with. */
  readonly state: string | null

  constructor(status: number, body: ErrorBody) {
    super(`${body.error}: ${body.error_description}`)
    this.status = status
    this.error = body.error
    this.description = body.error_description
    this.detail = body.error_detail ?? null
    this.key = body.key ?? null
    this.deviceId = body.device_id ?? null
    this.state = body.state ?? null
  }
}

/** The server answered something that is not of the contract; the message carries the text of the body. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
  readonly status: number

  constructor(status: number, text: string) {
    super(`Request failed with: ${text}`)
    this.status = status
  }
}

/** No answer came: offline, refused, timed out. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure'
}

/** Reads the body of a refused request. */
export function failureOf(status: number, text: string): ApiFailure | UnreadableAnswer {
  const body = errorBodySchema.safeParse(parseJson(text))
  return body.success ? new ApiFailure(status, body.data) : new UnreadableAnswer(status, text)
}

/** JSON as unknown; text that is not JSON is undefined, which JSON itself cannot say. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A wrong old password is a 401 too: only these codes say that nobody is signed in any more. */
export function signsOut(failure: unknown): boolean {
  if (!(failure instanceof ApiFailure)) return false
  const { error } = failure
  return error === 'login_required' || error.startsWith('api_token_') || error.startsWith('auth.')
}
