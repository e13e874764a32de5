import { expect, type Locator, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { follow } from '#pages/follow.ts'
import { HomePage } from '#pages/home.page.ts'
import { ownTime } from '#product/clock.ts'
import { type Home, isAtRest, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'
import { expectNoViolation } from '#product/views.ts'

test.describe('the front page', () => {
  let home: Home
  let ids: Map<string, string>
  const idOf = (name: string) => ids.get(name) ?? ''

  test.beforeAll(async ({ server }) => {
    home = await startHome(
      server,
      2,
      [],
      [
        { name: 'Living room', type: 'roller_shutter' },
        { name: 'Bedroom', type: 'roller_shutter' },
        { name: 'Study', type: 'venetian_blind' },
        { name: 'Kitchen', type: 'venetian_blind' },
        { name: 'Front door', type: 'home_door' },
        { name: 'Garage door', type: 'home_door', parts: ['motor_lock', 'magnetic_sensor', 'door_light'] },
        { name: 'Hallway light', type: 'light', parts: ['light_1', 'light_1_dimmer'] },
      ],
    )
    ids = new Map(Object.values(await home.owner.devices()).map(({ id, name }) => [name, id]))
    for (const name of ['Upstairs', 'Ground floor', 'Garden'])
      await home.owner.post('room/create', { name, devices: [] })
  })
  test.afterAll(async () => home.product.stop())

  const enter = async (page: Page, path = '/home') => {
    await new EntrancePage(page).bringSession(home.product)
    await page.goto(home.product.url + path)
  }
  const namesOf = (rows: Locator) => rows.locator('[data-edit="all"] > :first-child').allTextContents()
  const middleOf = async (place: Locator) => {
    const box = await place.boundingBox()
    if (box === null) throw new Error('It has no place')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }

  /** Drags a row by its grip over another one, without letting go. */
  const drag = async (page: Page, rows: Locator, from: number, to: number) => {
    const [start, goal] = [
      await middleOf(rows.nth(from).locator('[data-grip]')),
      await middleOf(rows.nth(to)),
    ]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(start.x, (start.y + goal.y) / 2)
    await page.mouse.move(start.x, goal.y + Math.sign(goal.y - start.y))
  }

  test('is put in order, shows what happens, and uses the room beside the list', async ({ page }) => {
    test.setTimeout(600_000)
    await test.step('is put in order by dragging', async () => {
      await test.step('puts rooms in order by dragging, and renames one in its place', async () => {
        await enter(page, '/rooms')
        const rows = page.locator('[data-room]')
        await expect(rows).toHaveCount(3)
        await drag(page, rows, 0, 2)
        await page.keyboard.press('Escape')
        await page.mouse.up()
        expect(await namesOf(rows)).toEqual(['Upstairs', 'Ground floor', 'Garden'])

        await drag(page, rows, 0, 2)
        await page.mouse.up()
        await expect.poll(() => namesOf(rows)).toEqual(['Ground floor', 'Garden', 'Upstairs'])
        await expect(page.getByText('Upstairs is now number 3 of 3.')).toBeAttached()
        await drag(page, rows, 2, 1)
        await page.mouse.up()
        await expect(page.getByText('Upstairs is now number 2 of 3.')).toBeAttached()
        await page.reload()
        await expect(rows).toHaveCount(3)
        expect(await namesOf(rows)).toEqual(['Ground floor', 'Upstairs', 'Garden'])

        await page.getByRole('button', { name: 'Rename Garden' }).click()
        await expect(page.getByRole('checkbox')).toHaveCount(0)
        const name = page.getByRole('textbox', { name: 'Name' })
        await expect(name).toBeFocused()
        await name.press('Escape')
        await expect(page.getByRole('button', { name: 'Rename Garden' })).toBeFocused()
        await page.keyboard.press('Enter')
        await name.fill('Terrace')
        await name.press('Enter')
        await expect(page.getByRole('button', { name: 'Rename Terrace' })).toBeFocused()
      })

      await test.step('puts pinned devices in order by dragging', async () => {
        const pin = (...names: string[]) =>
          home.owner.call('POST', '/account/preferences', { json: { pinned: names.map(idOf) } })
        await pin('Study', 'Kitchen', 'Bedroom')
        const rows = page.locator('[data-pin]')
        await expect(rows).toContainText(['Study', 'Kitchen', 'Bedroom'])
        await drag(page, rows, 0, 2)
        await page.mouse.up()
        await expect(rows).toContainText(['Kitchen', 'Bedroom', 'Study'])
        await expect(page.getByText('Study is now number 3 of 3.')).toBeAttached()
        await follow(page, '/home')
        const cards = page.getByRole('region', { name: 'Pinned', exact: true }).getByRole('article')
        await expect(cards).toContainText(['Kitchen', 'Bedroom', 'Study'])
        await pin()
      })
    })

    await test.step('shows what happens, and the light of any hour', async () => {
      await test.step('says how long a shade needs yet, on its card and on its page', async () => {
        await home.owner.move([{ token: idOf('Bedroom'), command: 'move', position: 0 }], true)
        await enter(page)
        const card = new HomePage(page).card('Bedroom')
        await new HomePage(page).button('Close', 'Bedroom').click()
        await expect(card.getByText(/about \d+\ss/)).toBeVisible()
        await card.getByRole('link', { name: 'Bedroom' }).click()
        await expect(page.getByText(/about \d+\ss/)).toBeVisible()
        await isAtRest(home.owner, idOf('Bedroom'), { position: 1 })
        await expect(page.getByText(/about \d+\ss/)).toHaveCount(0)
      })

      await page.goBack()
      await test.step('moves no card for what went wrong with one', async () => {
        const cards = page.getByRole('article')
        const tops = () =>
          cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top + scrollY))
        await expect(new HomePage(page).card('Study')).toBeVisible()
        const before = await tops()
        await page.route('**/api/v1/device/move', (route) =>
          route.fulfill({
            json: [
              {
                status: 'error',
                device_ids: [idOf('Living room')],
                error: 'device_offline',
                error_description: 'offline',
              },
            ],
          }),
        )
        await new HomePage(page).button('Close', 'Living room').click()
        const alert = new HomePage(page).card('Living room').getByRole('alert')
        await expect(alert).toBeVisible()
        expect(await tops()).toEqual(before)
        const name = await new HomePage(page).card('Living room').getByRole('link').boundingBox()
        const close = await new HomePage(page).button('Close', 'Living room').boundingBox()
        const over = await alert.boundingBox()
        expect(over?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0))
        expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(close?.y ?? 0)
      })

      await test.step('shows the light of another hour along the arc of the sun, until it is let go [SN7]', async () => {
        const day = page.getByRole('slider', { name: 'Preview the light at another time' })
        await expect(new HomePage(page).card('Study')).toBeVisible()
        const inspect = () => page.evaluate(() => document.documentElement.dataset.time)
        const slope = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--slope'))
        const before = await inspect()
        const picture = () => new HomePage(page).card('Bedroom').locator('canvas').first().screenshot()
        await day.scrollIntoViewIfNeeded()
        const { x, y } = await middleOf(day)
        const box = await day.boundingBox()
        await page.mouse.move(x, y)
        await page.mouse.down()
        await expect.poll(inspect).toBe('day')
        await expect.poll(slope).not.toBe('')
        const noon = await picture()
        await page.mouse.move((box?.x ?? 0) + 2, y)
        await expect.poll(inspect).toBe('dawn')
        await expect.poll(async () => (await picture()).equals(noon)).toBe(false)
        await page.mouse.up()
        await expect.poll(inspect).toBe(before)
        await expect.poll(slope).toBe('')

        await day.focus()
        await page.keyboard.press('Home')
        await page.keyboard.press('PageUp')
        await expect.poll(slope).not.toBe('')
        await expect(day).toHaveAttribute('aria-valuetext', /\d\d:\d\d/)
        await page.keyboard.press('Escape')
        await expect.poll(slope).toBe('')
      })
    })

    await test.step('uses the room beside the list', async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await test.step('has nothing to search', async () => {
        await enter(page, '/home')
        await expect(new HomePage(page).card('Study')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Search', exact: true })).toHaveCount(0)
        await page.keyboard.press('/')
        await expect(page.getByRole('search')).toHaveCount(0)
      })

      await test.step('opens a device beside the list where there is room, and back closes it [SN5]', async () => {
        const link = (name: string) => new HomePage(page).card(name).getByRole('link', { name })
        const panel = (name: string) => page.getByRole('region', { name, exact: true })
        const heading = (name: string) => panel(name).getByRole('heading', { level: 1, name })

        await link('Bedroom').focus()
        await page.keyboard.press('Enter')
        await expect(heading('Bedroom')).toBeFocused()
        await expect(page).toHaveURL(/\/home\?.*deviceId=/)
        await expect(page).toHaveTitle(/^Bedroom/)
        await expect(new HomePage(page).card('Study')).toBeVisible()
        await expect(panel('Bedroom').getByRole('slider', { name: /Bedroom/ })).toBeVisible()
        await expectNoViolation(page, 'a device beside the list')
        const [list, beside] = [
          await new HomePage(page).card('Bedroom').boundingBox(),
          await panel('Bedroom').boundingBox(),
        ]
        expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0)
        const wide = await panel('Bedroom').evaluate((element) => element.scrollWidth - element.clientWidth)
        expect(wide).toBe(0)

        await link('Garage door').click()
        await expect(heading('Garage door')).toBeFocused()
        await expect(panel('Garage door').getByRole('tablist')).toBeVisible()
        await link('Hallway light').click()
        await expect(heading('Hallway light')).toBeFocused()

        await page.goBack()
        await expect(panel('Hallway light')).toHaveCount(0)
        await expect(page).toHaveTitle(/^Home|^Your home/)
        await page.goForward()
        await expect(heading('Hallway light')).toBeVisible()
        await panel('Hallway light').getByRole('button', { name: 'Back' }).click()
        await expect(panel('Hallway light')).toHaveCount(0)
        await expect(link('Hallway light')).toBeFocused()

        await page.goForward()
        await page.setViewportSize({ width: 1100, height: 800 })
        await expect(page).toHaveURL(/\/device\?deviceId=/)
      })

      await page.setViewportSize({ width: 1280, height: 800 })
      await test.step('shows scenarios in two columns where none is about to run', async () => {
        const targets = [idOf('Living room')]
        for (const name of ['Evening', 'Morning'])
          await home.owner.post('scenario/create', {
            name,
            enabled: false,
            targets,
            triggers: [],
            actions: [{ type: 'MoveSelf', position: 1 }],
          })
        await follow(page, '/scenarios')
        const rows = page
          .getByRole('main')
          .getByRole('listitem')
          .filter({ hasText: /Evening|Morning/ })
        await expect(rows).toHaveCount(2)
        const [one, other] = await rows.evaluateAll((all) =>
          all.map((row) => {
            const { left, top, right } = row.getBoundingClientRect()
            return { left, top, right }
          }),
        )
        expect(other?.top).toBe(one?.top)
        expect(other?.left).toBeGreaterThan(one?.right ?? 0)
        const [title, moments] = await Promise.all([
          middleOf(page.getByRole('heading', { name: 'Automations', level: 1 })),
          middleOf(page.getByRole('main').getByRole('link', { name: 'Moments' })),
        ])
        expect(Math.abs(moments.y - title.y)).toBeLessThan(8)
      })
    })
  })

  test('becomes the view of a tablet on the wall, and comes back [SN6]', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await ownTime(page)
    await page.clock.install({ time: new Date().setUTCHours(22, 0, 0, 0) })
    await enter(page, '/menu')
    await page.getByRole('button', { name: 'Wall tablet view' }).click()
    await expect(page).toHaveURL(/\/home\?wall/)
    await expect(page.getByRole('link', { name: /^Study: / })).toBeVisible()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
    const darkness = () =>
      page.locator('[data-brightness]').evaluate((sheet) => getComputedStyle(sheet).opacity)
    expect(await darkness()).toBe('0')
    await page.clock.fastForward(31_000)
    await expect.poll(darkness).toBe('0.7')
    await page.mouse.click(4, 700)
    await expect.poll(darkness).toBe('0')
    await page.getByRole('button', { name: 'Leave the wall tablet view' }).click()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true)
  })

  test('says what helps where a door is offline, over its last state', async ({ page }) => {
    await home.product.stopSimulator()
    try {
      await enter(page, `/doordeviceinfopage?deviceId=${idOf('Front door')}`)
      const plate = page.getByRole('region', { name: 'Offline' })
      await expect(plate).toBeVisible()
      await expect(
        page.locator('[data-old="true"]').getByText('Locked', { exact: true }).first(),
      ).toBeVisible()
      await plate.getByText('What to check').click()
      await expect(plate.getByText('The door still opens with its key.')).toBeVisible()
    } finally {
      await home.product.startSimulator()
    }
  })
})
