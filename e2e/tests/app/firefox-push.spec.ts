import { existsSync } from 'node:fs'
import { expect } from '@playwright/test'
import { notificationsSchema } from '@senca/contract/notifications'
import { startFirefox } from '#engines/firefox.ts'
import { Visitor } from '#engines/visitor.ts'
import { startPushSocket } from '#product/doubles/push-socket.ts'
import { startHome } from '#product/home.ts'
import { startServer } from '#product/server.ts'
import { test } from '#product/test.ts'

/** `npm test` installs it where that is possible. */
const PROGRAM = '/usr/bin/firefox-esr'
const ENTER = '\uE007'
const WAIT = { timeout: 120_000, intervals: [300] }

/**
 * What Firefox is recommended to be like while it is controlled turns its push socket off. Without that, these keep it from calling
 * other services.
 */
const ONLINE = {
  'remote.prefs.recommended': false,
  'app.update.disabledForTesting': true,
  'app.normandy.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,none',
  'toolkit.telemetry.server': '',
}

for (const isDeclarative of existsSync(PROGRAM) ? [false, true] : [])
  test(`Firefox decrypts and shows a push of the server, with declarative messages ${isDeclarative ? 'on' : 'off'} [PK27]`, {
    tag: '@all',
  }, async () => {
    test.setTimeout(600_000)
    const service = await startPushSocket()
    const server = await startServer({ DEMO: 'off', PUSH_SERVICES: service.url })
    const { product, owner } = await startHome(
      server,
      1,
      [],
      [{ name: 'Living room', type: 'roller_shutter' }],
    )
    const engine = await startFirefox(PROGRAM, {
      'dom.push.serverURL': service.socketUrl,
      'dom.push.testing.allowInsecureServerURL': true,
      ...ONLINE,
      'dom.push.declarative.enabled': isDeclarative,
      // The person says yes to the browser's question.
      'permissions.default.desktop-notification': 1,
      'alerts.useSystemBackend': false,
    })
    try {
      const visitor = new Visitor(engine)
      await visitor.visit(product.url)
      await visitor.type('E-mail', product.account.email)
      await visitor.type('Password', product.account.password + ENTER)
      await visitor.sees('button', 'Close Living room')
      // The worker is registered when the page is idle.
      await engine.call(`() => { navigator.serviceWorker.ready.then(() => { globalThis.isReady = true }) }`)
      await expect.poll(() => engine.call('() => globalThis.isReady === true'), WAIT).toBe(true)
      await visitor.visit(`${product.url}/notifications/choices`)
      await visitor.click('button', 'Turn on for this device')
      await visitor.sees('button', 'Send me a test', 120_000)
      await visitor.click('button', 'Send me a test')

      const states = async () => {
        const { body } = await owner.call('GET', '/api/v1/notification/list', { bearer: true })
        const tests = notificationsSchema.parse(body).filter(({ kind }) => kind === 'test')
        return tests.flatMap(({ phones }) => phones.map(({ state }) => state))
      }
      // The receipt comes from the worker, after it has shown what Firefox decrypted.
      await expect.poll(states, WAIT).toEqual(['shown'])
      await expect.poll(() => service.counts(), WAIT).toEqual({ posted: 1, acked: 1 })
      await engine.call(`() => {
        navigator.serviceWorker.getRegistration()
          .then((registration) => registration.getNotifications())
          .then((shown) => { globalThis.titles = shown.map(({ title }) => title) })
      }`)
      await expect.poll(() => engine.call('() => globalThis.titles'), WAIT).toEqual(['Test notification'])
    } finally {
      await engine.close()
      await product.stop()
      await server.stop()
      await service.stop()
    }
  })
