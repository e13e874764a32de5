import { launchBrowser } from '@senca/e2e/product/launch.ts'
import { startProduct } from '@senca/e2e/product/product.ts'
const product = await startProduct({ LOG_LEVEL: 'warn' })
const browser = await launchBrowser()
const script = `new Promise((done) => {
  const key = [...document.querySelectorAll('button')].find((one) => /menu/i.test(one.getAttribute('aria-label') ?? ''))
  const at = performance.now()
  function look() { document.querySelector('[role=dialog]') ? done(performance.now() - at) : requestAnimationFrame(look) }
  key.click()
  look()
})`
try {
  const times: number[] = []
  for (let i = 0; i < 5; i += 1) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto(product.url)
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
    times.push(await page.evaluate(script) as number)
    await context.close()
  }
  console.log('help sheet ms', times.map(Math.round).join(' '))
} finally { await browser.close(); await product.stop() }
