import { type ErrorBody, errorBodySchema } from '@senca/contract'

/** The server refused the request: its error body and the HTTP status. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number
  /** The `error` field. Usually a code of the error catalogue, but a newer server may know more codes. */
  readonly error: string
  readonly description: string
  readonly detail: string | null
  readonly key: string | null
  readonly deviceId: string | null
  /** Only with `second_factor_required`: the state that the second step of the sign-in sends back. */
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

/** The server's answer does not match the contract. The message contains the text of the body. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
  readonly status: number

  constructor(status: number, text: string) {
    super(`Request failed with: ${text}`)
    this.status = status
  }
}

/** No answer came: the page is offline, the connection was refused or the request timed out. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure'
}

/** Builds the error from the body of a refused request. */
export function failureOf(status: number, text: string): ApiFailure | UnreadableAnswer {
  const body = errorBodySchema.safeParse(parseJson(text))
  return body.success ? new ApiFailure(status, body.data) : new UnreadableAnswer(status, text)
}

/** Parses JSON as unknown. Returns undefined for text that is not JSON; JSON itself has no undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Whether the failure means that nobody is signed in. A wrong old password is also a 401, so the codes decide and not the status.
 */
export function signsOut(failure: unknown): boolean {
  if (!(failure instanceof ApiFailure)) return false
  const { error } = failure
  return error === 'login_required' || error.startsWith('api_token_') || error.startsWith('auth.')
}
