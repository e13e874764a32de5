import { ERROR_CATALOGUE, type ErrorCode } from '@senca/contract'

/** A refusal with a code of the catalogue; guards and services throw it, one mapper turns it into HTTP. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly key: string | undefined
  readonly deviceId: string | undefined
  readonly detail: string | undefined
  /** Sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined
  /** Sent instead of the status of the catalogue. */
  readonly status: number | undefined
  /** With `second_factor_required`: what the sign-in is finished with. */
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
