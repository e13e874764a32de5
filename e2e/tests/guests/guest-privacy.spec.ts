import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

const MAX_JAVASCRIPT_KB = 157

/** Follows a normal link that the test adds to the page. */
const followLink = (page: Page, url: string) =>
  page.evaluate((href) => {
    const link = document.createElement('a')
    link.href = href
    document.body.append(link)
    link.click()
  }, url)

test.describe('what the guest pages keep to themselves', () => {
  let home: GuestHome
  const shown = textsIn('en')
  test.beforeAll(async ({ server }) => {
    home = await startGuestHome(server)
  })
  test.afterAll(async () => home.product.stop())
  test.beforeEach(async () => home.owner.refresh())

  test('load nothing of the app, and no more than their share of JavaScript', async ({ browser }) => {
    const { page, guest, close } = await home.visit(browser, 'sr-RS', 'rs_cyrl')
    const scripts = new Map<string, number>()
    const hosts = new Set<string>()
    page.on('response', async (response) => {
      hosts.add(new URL(response.url()).host)
      if (response.request().resourceType() !== 'script') return
      const body = await response.body()
      scripts.set(response.url(), gzipSync(body, { level: 9 }).length / 1_024)
    })
    const token = await home.share(['Living room', 'Front door', 'Hallway light'])
    await guest.open(token)
    await expect(page.getByRole('article')).toHaveCount(3)
    await page.waitForLoadState('networkidle')
    const kilobytes = [...scripts.values()].reduce((sum, size) => sum + size, 0)
    test.info().annotations.push({ type: 'JavaScript', description: `${kilobytes.toFixed(1)} KB gzip` })
    expect(kilobytes).toBeLessThan(MAX_JAVASCRIPT_KB)
    expect(await page.evaluate(() => document.querySelector('link[rel=manifest]'))).toBeNull()
    expect([...hosts]).toEqual([new URL(home.product.url).host])
    await close()
  })

  test('never name their address, and the token in it, to any server', async ({ page }) => {
    const referrers: string[] = []
    const outside = createServer((request, response) => {
      if (request.url === '/outside') referrers.push(`outside: ${request.headers.referer ?? 'none'}`)
      response.end('outside')
    })
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
    const address = outside.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const asked: Promise<void>[] = []
    page.on('request', (request) => {
      const note = async () => {
        const { referer } = await request.allHeaders()
        // An empty header names nothing.
        if (referer) referrers.push(`${request.url()}: ${referer}`)
      }
      asked.push(note())
    })
    const token = await home.share(['Living room'])
    await home.english(page).open(token)
    await expect(page.getByRole('article', { name: 'Living room' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(new URL(page.url()).search).toContain(token)
    await followLink(page, `http://127.0.0.1:${address.port}/outside`)
    await expect(page.getByText('outside')).toBeVisible()
    await Promise.all(asked)
    expect(referrers).toEqual(['outside: none'])
    await new Promise((resolve) => outside.close(resolve))
  })

  test('say nothing of the home to a preview, and spend nothing', async ({ page }) => {
    const token = await home.share(['Living room'], { name: 'Secret name', multiUse: false })
    const bots = ['WhatsApp/2.23.20.0', 'TelegramBot (like TwitterBot)', 'facebookexternalhit/1.1']
    for (const bot of bots) {
      const answer = await fetch(`${home.product.url}/device-link?token=${token}`, {
        headers: { accept: '*/*', 'user-agent': bot, 'accept-language': 'sl' },
      })
      expect(answer.status).toBe(200)
      const html = await answer.text()
      expect(html).toContain('<title>Senca</title>')
      expect(html).toContain('property="og:title" content="Senca"')
      const notified = 'content="Someone shared shades, doors or lights with you."'
      expect(html).toContain(`name="description" ${notified}`)
      expect(html).toContain(`property="og:description" ${notified}`)
      expect(html).toContain('name="robots" content="noindex, nofollow, noarchive"')
      expect(html).toContain('name="referrer" content="no-referrer"')
      expect(html).not.toMatch(/Living room|Secret name/)
      expect(html).not.toContain(token)
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow, noarchive')
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    const link = (await home.links.list()).find((one) => one.token === token)
    expect(link).toMatchObject({ uses: 0, lastUsedAt: null, state: 'active' })
    await home.english(page).open(token)
    await expect(page.getByText(shown('guest.single'))).toBeVisible()
    await expect(page.getByText(/^You can control Living room until \w+ \d+ \w+, \d\d:\d\d\.$/)).toBeVisible()
    await expect(page.getByRole('article', { name: 'Living room' })).toBeVisible()
  })
})
