import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { fingerOn, type Point } from '#pages/finger.ts'
import { type GuestHome, startGuestHome } from '#product/guest-home.ts'
import { test } from '#product/test.ts'

/** The finger may scroll most pages in this height. */
test.use({ viewport: { width: 390, height: 560 }, hasTouch: true, isMobile: true })

interface Control {
  /** Its role or tag, its accessible name and its classes. */
  name: string
  /** Whether a finger that moves down on it scrolls the page. */
  isScrolled: boolean
}

/** Remembers everything that a finger could change: values, choices, the order of rows, the open page. */
const remember = (page: Page) =>
  page.evaluate(() => {
    const rows = () =>
      [...document.querySelectorAll<HTMLElement>('[data-room], [data-pin]')].map(
        ({ dataset }) => dataset.room ?? dataset.pin ?? '',
      )
    const shownBy = (element: Element) =>
      [
        element instanceof HTMLInputElement ? [element.value, element.checked] : '',
        ...['valuenow', 'checked', 'pressed', 'expanded'].map((name) => element.getAttribute(`aria-${name}`)),
      ].join(' ')
    const elements = [...document.querySelectorAll('input, [role], [aria-pressed], [aria-expanded]')]
    const before = { page: location.href, rows: rows().join(), values: elements.map(shownBy) }
    window.changedSince = () => [
      ...(location.href === before.page ? [] : [location.href]),
      ...(rows().join() === before.rows ? [] : rows()),
      ...elements.flatMap((element, index) => {
        const value = shownBy(element)
        return !element.isConnected || value === before.values[index]
          ? []
          : [`${element.outerHTML.slice(0, 120)}: ${value}`]
      }),
    ]
  })

declare global {
  interface Window {
    /** What has changed since it was remembered. Parts that appear later, because the page was scrolled, are not compared. */
    changedSince: () => string[]
  }
}

/**
 * Marks the controls of a page that a pointer can press and move: everything with a handler for a pressed pointer or a touch, every
 * slider, and everything that keeps a touch from the browser. Of controls that look the same only the first is tried.
 */
const controlsOf = (page: Page): Promise<Control[]> =>
  page.evaluate(() => {
    const handles = (element: Element): boolean =>
      Object.entries(element)
        .filter(([key]) => key.startsWith('__reactProps$'))
        .some(([, props]) =>
          Object.keys(props ?? {}).some((key) => /^on(PointerDown|TouchStart|MouseDown)/.test(key)),
        )
    const isPointed = (element: Element): boolean => {
      const { touchAction } = getComputedStyle(element)
      return (
        handles(element) ||
        element.matches('[role=slider], [draggable=true]') ||
        !['auto', 'manipulation'].includes(touchAction)
      )
    }
    const known = new Set<string>()
    const controls: Control[] = []
    for (const element of document.querySelectorAll('body *')) {
      if (!(element instanceof HTMLElement) || !isPointed(element)) continue
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      const kind = `${element.tagName} ${element.className} ${element.getAttribute('role')}`
      if (known.has(kind)) continue
      known.add(kind)
      element.dataset.pointed = String(controls.length)
      controls.push({
        name: `${kind} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 30)}`,
        isScrolled: !getComputedStyle(element).touchAction.includes('none'),
      })
    }
    return controls
  })

/** A point of a control that nothing covers, scrolled into the middle of the view; null if it is covered everywhere. */
const pointOn = (page: Page, index: number): Promise<Point | null> =>
  page.evaluate((index) => {
    const control = document.querySelector(`[data-pointed="${index}"]`)
    if (control === null) return null
    control.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = control.getBoundingClientRect()
    for (const [right, down] of [
      [0.5, 0.5],
      [0.3, 0.6],
      [0.8, 0.3],
      [0.1, 0.9],
    ] as const) {
      const [x, y] = [left + width * right, top + height * down]
      if (control.contains(document.elementFromPoint(x, y))) return { x, y }
    }
    return null
  }, index)

test.describe('every control for pointers [SN9]', () => {
  let home: GuestHome
  let guestToken: string

  test.beforeAll(async ({ server }) => {
    home = await startGuestHome(server)
    const { owner, idOf } = home
    await owner.post('home/create', { name: 'Home', lat: 46.0569, lon: 14.5058 })
    const members = {
      Shutters: ['Living room', 'Bedroom'],
      Blinds: ['Study', 'Kitchen'],
      Lights: ['Hallway light'],
    }
    for (const [name, names] of Object.entries(members))
      await owner.post('group/create', { name, devices: names.map(idOf) })
    for (const name of ['Attic', 'Bath', 'Cellar']) await owner.post('room/create', { name, devices: [] })
    await owner.post('room/create', { name: 'Den', devices: ['Study', 'Hallway light'].map(idOf) })
    const pinned = ['Living room', 'Front door', 'Terrace lights'].map(idOf)
    await owner.call('POST', '/account/preferences', { json: { pinned } })
    for (const [name, action] of [
      ['Living room', { type: 'MoveSelf', position: 0.5 }],
      ['Study', { type: 'MoveSelf', position: 0.5, inclination: 0.5 }],
      ['Hallway light', { type: 'SetLight', brightness: 0.5 }],
    ] as const)
      await owner.post('scenario/create', {
        name: `Half: ${name}`.slice(0, 20),
        enabled: true,
        targets: [idOf(name)],
        triggers: [],
        actions: [action],
      })
    guestToken = await home.share(['Living room', 'Study', 'Front door', 'Terrace lights'])
  })
  test.afterAll(async () => home.product.stop())

  /** Each page by its name: how it is reached, and the least number of its sliders. */
  const pages: Record<string, { sliders: number; open: (page: Page) => Promise<unknown> }> = {
    home: { sliders: 3, open: (page) => page.goto(`${home.product.url}/home`) },
    rooms: { sliders: 0, open: (page) => page.goto(`${home.product.url}/rooms`) },
    groups: { sliders: 4, open: (page) => page.goto(`${home.product.url}/groups`) },
    ...Object.fromEntries(
      ['Living room', 'Terrace awning', 'Terrace lights'].map((name) => [
        name,
        {
          sliders: 1,
          open: (page: Page) => page.goto(`${home.product.url}/device?deviceId=${home.idOf(name)}`),
        },
      ]),
    ),
    'Study: slats': {
      sliders: 1,
      async open(page) {
        await page.goto(`${home.product.url}/device?deviceId=${home.idOf('Study')}`)
        await page.getByRole('button', { name: 'Tilt', exact: true }).click()
      },
    },
    'Garden pergola': {
      sliders: 1,
      open: (page) => page.goto(`${home.product.url}/device?deviceId=${home.idOf('Garden pergola')}`),
    },
    'Front door': {
      sliders: 0,
      open: (page) => page.goto(`${home.product.url}/doordeviceinfopage?deviceId=${home.idOf('Front door')}`),
    },
    'a saved place': {
      sliders: 2,
      open: (page) => page.goto(`${home.product.url}/devicefavouritepage?deviceId=${home.idOf('Study')}`),
    },
    'the direction of a window': {
      sliders: 1,
      open: (page) => page.goto(`${home.product.url}/devicesunpage?deviceId=${home.idOf('Living room')}`),
    },
    ...Object.fromEntries(
      ['Half: Living room', 'Half: Study', 'Half: Hallway light'].map((name) => [
        `scenario ${name}`,
        {
          sliders: 1,
          async open(page: Page) {
            await page.goto(`${home.product.url}/scenarios`)
            await page.getByRole('link', { name: `Edit ${name}` }).click()
            await page.getByRole('button', { name: /^What happens:/ }).click()
          },
        },
      ]),
    ),
    'a link': {
      sliders: 2,
      async open(page) {
        await page.goto(`${home.product.url}/links/new?deviceId=${home.idOf('Study')}`)
        await page.getByText('More options').click()
      },
    },
    'a guest': {
      sliders: 2,
      open: (page) => page.goto(`${home.product.url}/device-link?token=${guestToken}`),
    },
    'a guest at a shade': {
      sliders: 1,
      open: (page) =>
        page.goto(
          `${home.product.url}/device-link/device?${new URLSearchParams({ token: guestToken, deviceId: home.idOf('Study') })}`,
        ),
    },
  }

  /** Their controls are also on one of the other pages. */
  const likeAnother = new Set([
    'Garden pergola',
    'Terrace awning',
    'Terrace lights',
    'scenario Half: Hallway light',
    'scenario Half: Study',
    'a guest at a shade',
  ])
  for (const [name, { sliders, open }] of Object.entries(pages)) {
    const title = `of ${name} is left as it was by a scroll, a cancelled touch and a second finger`
    test(title, { tag: likeAnother.has(name) ? '@all' : [] }, async ({ page }) => {
      await new EntrancePage(page).bringSession(home.product)
      await open(page)
      await page.waitForLoadState('networkidle')
      await expect.poll(() => page.getByRole('slider').count()).toBeGreaterThanOrEqual(sliders)
      await expect.poll(async () => (await controlsOf(page)).length).toBeGreaterThan(0)
      const controls = await controlsOf(page)
      await remember(page)
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(`${request.url()} ${request.postData()}`)
      })
      const finger = await fingerOn(page)
      const gestures: Record<string, (at: Point, control: Control) => Promise<unknown>> = {
        async 'a scroll'(at, { isScrolled }) {
          if (!isScrolled) return
          await finger.drag(at, -90, 8)
          await finger.lift()
        },
        async 'a cancelled touch'(at) {
          await finger.drag(at, 12, 50)
          await finger.cancel()
        },
        async 'a second finger'(at) {
          await finger.drag(at, 12, 50)
          await finger.join({ x: at.x, y: at.y + 70 })
          await expect(page.locator('[data-holding="true"]')).toHaveCount(0)
          await finger.lift()
        },
      }
      for (const [index, control] of controls.entries()) {
        for (const [gesture, make] of Object.entries(gestures)) {
          const at = await pointOn(page, index)
          if (at === null) continue
          await make(at, control)
          await page.evaluate(
            () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
          )
          expect(sent, `${gesture} on ${control.name}`).toEqual([])
          await expect
            .poll(() => page.evaluate(() => window.changedSince()), `${gesture} on ${control.name}`)
            .toEqual([])
        }
      }
    })
  }
})
