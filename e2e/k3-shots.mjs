// usage: node shots.mjs name path sizes themes langs [loggedIn] [script]
import { chromium } from '@playwright/test'

const [name, path, sizes = 'p,d', themes = 'light,dark', langs = 'en', who = 'in', script = ''] =
  process.argv.slice(2)
const S = { p: [390, 844], l: [844, 390], d: [1280, 800], w: [1920, 1080] }
const URL_ = process.env.URL_ ?? 'http://localhost:8093'
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
for (const lang of langs.split(','))
  for (const theme of themes.split(',')) {
    const context = await browser.newContext({
      colorScheme: theme,
      locale: 'en-GB',
      timezoneId: 'Europe/Ljubljana',
    })
    if (who !== 'out')
      await context.request.post(`${URL_}/auth/login`, {
        form: {
          login: process.env.WHO ?? 'demo@senca.local',
          password: process.env.PASS ?? 'demo-home-2026',
        },
      })
    const page = await context.newPage()
    page.on('pageerror', (e) => console.log('ERR', e.message))
    for (const size of sizes.split(',')) {
      const [width, height] = S[size]
      await page.setViewportSize({ width, height })
      await page.goto(`${URL_}${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
      await page.waitForLoadState('networkidle').catch(() => {})
      await page.waitForTimeout(1800)
      if (script) await new Function('page', `return (async () => { ${script} })()`)(page)
      const full = process.env.FULL === '1'
      await page.screenshot({ path: `/tmp/K3/pics/${name}-${size}-${theme}-${lang}.png`, fullPage: full })
      if (process.env.OVER)
        console.log(
          size,
          theme,
          lang,
          await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]),
        )
    }
    await context.close()
  }
await browser.close()
