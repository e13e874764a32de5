import { ERROR_CATALOGUE, type ErrorCode } from '@senca/contract'

/** An error with a code of the catalogue. Guards and services throw it; one mapper converts it to HTTP. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly key: string | undefined
  readonly deviceId: string | undefined
  readonly detail: string | undefined
  /** Sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined
  /** Overrides the status of the catalogue. */
  readonly status: number | undefined
  /** For `second_factor_required`: the state with which the sign-in continues. */
  readonly state: string | undefined

  constructor(
    code: ErrorCode,
    options: {
      key?: string
      deviceId?: string
      detail?: string
      message?: string
      retryAfterSeconds?: number
      status?: number
      state?: string
    } = {},
  ) {
    super(options.message ?? ERROR_CATALOGUE[code].description)
    this.name = 'ApiError'
    this.code = code
    this.key = options.key
    this.deviceId = options.deviceId
    this.detail = options.detail
    this.retryAfterSeconds = options.retryAfterSeconds
    this.status = options.status
    this.state = options.state
  }
}
