import { PaymentError } from './payment-error.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_048_576

/** The answer of a shop; the body is null if it is not JSON. */
export interface ShopAnswer {
  status: number
  body: unknown
}

/** Sends one request to a shop. Throws PaymentError `store_unavailable` if there is no valid answer. */
export async function askShop(url: URL, init: RequestInit): Promise<ShopAnswer> {
  let status: number
  let text: string
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    status = response.status
    text = await response.text()
  } catch (error) {
    throw new PaymentError('store_unavailable', { cause: error })
  }
  if (status >= 500 || status === 429 || text.length > MAX_BYTES)
    throw new PaymentError('store_unavailable', { cause: new Error(`${url.host} answered ${status}`) })
  try {
    return { status, body: text === '' ? {} : JSON.parse(text) }
  } catch {
    return { status, body: null }
  }
}

/** The credentials were refused, so the configuration is wrong. */
export const isUnauthorized = ({ status }: ShopAnswer): boolean => status === 401 || status === 403
