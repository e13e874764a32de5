import { freePort } from '@senca/e2e/product/free-port.ts'
import { type Product, startProduct } from '@senca/e2e/product/product.ts'
import { type Inspector, inspectorOption, openInspector } from '../soak/inspector.ts'

/** Starts a product that can be looked into, and that believes what requests say of their address. */
export async function startFuzzedProduct(): Promise<{ product: Product; inspector: Inspector }> {
  const port = await freePort()
  const product = await startProduct({ LOG_LEVEL: 'error', TRUST_PROXY: 'on', ...inspectorOption(port) })
  return { product, inspector: await openInspector(port) }
}
