import { createHash } from 'node:crypto'
import { expect, type LaunchOptions } from '@playwright/test'
import {
  createPushServiceDouble,
  type PushServiceDouble,
} from '@senca/server/testing/doubles/push-service.ts'
import { startHome } from './home.ts'
import { isWorkerActive, startLastingBrowser } from './lasting-browser.ts'
import { bringSession } from './launch.ts'
import type { Account } from './product.ts'
import { startServer } from './server.ts'

/** The headless shell shows no notifications. `npm test` installs this one where that is possible. */
const PROGRAM = '/usr/bin/chromium'

/** How the server calls an account in its messages. */
export const markOf = (email: string): string =>
  createHash('sha256').update(email).digest('base64url').slice(0, 22)

/** A home with devices, on a server of its own whose pushes go to a service of the test. */
export async function startPushedHome(
  devices: Parameters<typeof startHome>[3],
  environment: Record<string, string> = {},
) {
  const service = await createPushServiceDouble()
  const server = await startServer({ DEMO: 'off', ...service.environment, ...environment })
  const { product, owner } = await startHome(server, 1, [], devices)
  return {
    service,
    product,
    owner,
    async stop() {
      await product.stop()
      await server.stop()
      await service.close()
    },
  }
}
export type PushedHome = Awaited<ReturnType<typeof startPushedHome>>

/** A browser with the home of an account, whose service worker can be sent pushes. */
export async function startPushedBrowser(
  launchOptions: LaunchOptions,
  { url, account }: { url: string; account: Account },
) {
  const browser = await startLastingBrowser(launchOptions, PROGRAM)
  const { context } = browser
  await context.grantPermissions(['notifications'], { origin: url })
  await bringSession(context, url, account)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await page.goto(`${url}/home`)
  const readNote = (key: string) =>
    page.evaluate(
      async (name) => (await (await caches.match(name, { cacheName: 'senca-notes' }))?.text()) ?? null,
      key,
    )
  await expect.poll(() => isWorkerActive(page)).toBe(true)
  const registrationId = await registered
  await expect.poll(() => readNote('/account')).toBe(markOf(account.email))
  const worker = () => {
    const [running] = context.serviceWorkers()
    if (running === undefined) throw new Error('no service worker runs')
    return running
  }
  await worker().evaluate(() => {
    const scope = Object(globalThis)
    const { registration } = scope
    const show = registration.showNotification.bind(registration)
    scope.shown = 0
    registration.showNotification = async (...words: unknown[]) => {
      await show(...words)
      scope.shown += 1
    }
  })
  const shows = () => worker().evaluate(() => Number(Object(globalThis).shown))
  return {
    context,
    page,
    readNote,
    /** The running service worker. */
    worker,
    /**
     * Gives the worker a message, as its browser does after it has decrypted it, and waits until it is shown: Chromium forgets a
     * notification if it is asked for the shown ones meanwhile.
     */
    async deliver(data: string) {
      const before = await shows()
      await cdp.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data })
      await expect.poll(shows).toBeGreaterThan(before)
    },
    /** The notifications that are shown. Not to be asked for while one is being shown. */
    shown: () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        return ((await registration?.getNotifications()) ?? []).map((each) => ({
          title: each.title,
          body: each.body,
          tag: each.tag,
          requireInteraction: each.requireInteraction,
        }))
      }),
    /** Presses a button of a shown notification, or taps on it without one, and waits until the worker has dealt with it. */
    press: (tag: string, action = '') =>
      worker().evaluate(
        async (of) => {
          const scope = Object(globalThis)
          const [notification] = await scope.registration.getNotifications({ tag: of.tag })
          const event = new scope.NotificationEvent('notificationclick', { notification, action: of.action })
          const dealing: Promise<unknown>[] = []
          event.waitUntil = (work: Promise<unknown>) => dealing.push(work)
          scope.dispatchEvent(event)
          await Promise.all(dealing)
        },
        { tag, action },
      ),
    stop: browser.stop,
  }
}

export type PushedBrowser = Awaited<ReturnType<typeof startPushedBrowser>>

interface Delivery {
  service: PushServiceDouble
  /** The phone of another session, so that a visible page of the browser does not take the place of its pushes. */
  phone: string
  browser: PushedBrowser
}

/** Gives the worker what the server sends to a phone after an event of a kind. Returns the tag and the id of the notification. */
export async function deliveryOf(
  { service, phone, browser }: Delivery,
  kind: string,
  cause: () => Promise<unknown>,
): Promise<{ tag: string; id: string }> {
  const before = service.received.length
  await cause()
  const next = () =>
    service.received
      .slice(before)
      .find(({ phone: of, message }) => of === phone && message.notification.tag.startsWith(kind))
  await expect.poll(next).toBeDefined()
  const { text = '', message } = next() ?? {}
  await browser.deliver(text)
  const { tag = '', data } = message?.notification ?? {}
  expect((await browser.shown()).map((each) => each.tag)).toContain(tag)
  return { tag, id: data?.id ?? '' }
}
