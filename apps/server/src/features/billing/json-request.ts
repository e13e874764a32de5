import { PaymentError } from './payment-error.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_048_576

/** What a shop answered; the body is null where it is no JSON. */
export interface ShopAnswer {
  status: number
  body: unknown
}

/** Asks a shop once; throws PaymentError `store_unavailable` where it gives no answer, or none that counts. */
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

/** Refused although we showed who we are: something of the configuration is wrong. */
export const isUnauthorized = ({ status }: ShopAnswer): boolean => status === 401 || status === 403
