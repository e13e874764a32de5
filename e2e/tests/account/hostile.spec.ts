import { expect } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { Client, provision } from '#product/client.ts'
import { OPERATOR_TOKEN, type Server } from '#product/server.ts'
import { test } from '#product/test.ts'

const PASSWORD = 'shadow-on-a-wall-7'

let product: Server

test.beforeAll(({ server }) => {
  product = server
})

test.describe('what a stranger tries', () => {
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${product.url}/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    })

  test('a script in a name is shown as it was typed', async ({ page }) => {
    const name = '<script>x()</script>'
    const owner = new Client(product.url)
    await owner.register('script@example.com', PASSWORD)
    const { claimCode } = await provision(product.url, OPERATOR_TOKEN, 'light')
    await owner.claim(claimCode, name)
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await new EntrancePage(page).signIn(product.url, 'script@example.com', PASSWORD)
    await expect(new HomePage(page).card(name)).toBeVisible()
    expect(errors).toEqual([])
  })

  test('a form of 10 MB is refused', async () => {
    const answer = await post('/login', `login=ana@example.com&password=${'x'.repeat(10_000_000)}`)
    expect(answer.status).toBe(413)
  })

  test('a header in an e-mail address is refused, and nothing is mailed', async () => {
    const form = new URLSearchParams({
      email: 'ana@example.com\r\nBcc: eve@example.com',
      password: PASSWORD,
      confirm_type: 'link',
    })
    const answer = await post('/register?lang=en', form.toString())
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'malformed_request' })
    expect(await product.mailbox.to('eve@example.com')).toEqual([])
  })

  for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
    test(`a call from the origin ${origin} is refused`, async () => {
      const answer = await post('/login', 'login=a%40b.si&password=12345678', { origin })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ error: 'insufficient_permission' })
    })
  }
})

test.describe('the page', () => {
  test('can be installed: its manifest and icons are there', async ({ request }) => {
    const page = await (await request.get(product.url)).text()
    const [, href] = /<link rel="manifest" href="([^"]+)"/.exec(page) ?? []
    const manifest = await (await request.get(`${product.url}${href}`)).json()
    expect(manifest).toMatchObject({ name: 'Senca', display: 'standalone', start_url: '/home' })
    const sizes: string[] = []
    for (const icon of manifest.icons) {
      const answer = await request.get(`${product.url}${icon.src}`)
      expect(answer.headers()['content-type']).toContain(icon.type)
      sizes.push(icon.sizes)
    }
    expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
  })
})
