import type { NoticeCode } from '../entities/entity-model.ts'

/** An announcement that is not taken, with the notice about it. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: NoticeCode

  constructor(code: NoticeCode, detail: string) {
    super(detail)
    this.code = code
  }
}
