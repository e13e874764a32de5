import { startStripeDouble } from '@senca/e2e/product/doubles/stripe-double.ts'
import { type Product, startProduct } from '@senca/e2e/product/product.ts'
import { freePort } from '@senca/server/free-port'
import { type Inspector, inspectorOption, openInspector } from '../soak/inspector.ts'

/**
 * Starts a product with an inspector, with billing by a test double of Stripe, and with trust in the client address that requests
 * give.
 */
export async function startFuzzedProduct(): Promise<{ product: Product; inspector: Inspector }> {
  const port = await freePort()
  const stripe = await startStripeDouble()
  const started = await startProduct({
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'on',
    ...stripe.environment,
    ...inspectorOption(port),
  })
  const product = {
    ...started,
    async stop() {
      await started.stop()
      await stripe.stop()
    },
  }
  return { product, inspector: await openInspector(port) }
}
