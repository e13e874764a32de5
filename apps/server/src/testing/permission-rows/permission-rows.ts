import { ACCOUNT_ROWS } from './account-rows.ts'
import { DEVICE_ROWS } from './device-rows.ts'
import { HOME_ROWS } from './home-rows.ts'
import type { Row } from './row.ts'
import { SHARING_ROWS } from './sharing-rows.ts'

/** A valid request for every call. A call without a row fails the matrix. */
export const PERMISSION_ROWS: Record<string, Row> = {
  ...ACCOUNT_ROWS,
  ...DEVICE_ROWS,
  ...HOME_ROWS,
  ...SHARING_ROWS,
}
