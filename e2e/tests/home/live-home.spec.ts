import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { movesOf } from '#pages/moves.ts'
import { boxOf } from '#pages/places.ts'
import type { Client } from '#product/client.ts'
import { everyDeviceIsOnline, isAtRest, ownerOf, startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test, WITH_MOTION } from '#product/test.ts'

test.use(WITH_MOTION)

test.describe('the home, live', () => {
  let product: Product
  let owner: Client
  let shade: { id: string; name: string }

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 2))
    shade = await owner.first('roller_shutter')
  })

  const isReady = async () => {
    await owner.refresh()
    await owner.abort(shade.id)
    await isAtRest(owner, shade.id)
  }
  test.beforeEach(isReady)

  test.afterAll(async () => product.stop())

  const enter = async (page: Page): Promise<HomePage> => {
    await new EntrancePage(page).enter(product)
    const home = new HomePage(page)
    await expect(home.card(shade.name)).toBeVisible()
    return home
  }

  test('is shown and used as it is, and comes back', { tag: '@smoke' }, async ({ page, browser }) => {
    test.setTimeout(600_000)
    await test.step('a shade is shown as it is', async () => {
      await owner.move([{ token: shade.id, command: 'move', position: 80 }], true)
      const home = await enter(page)
      await test.step('a slider sends once, on release, and the shade ends where it was let go', async () => {
        const moves = movesOf(page)
        const box = await boxOf(home.slider(shade.name))
        const y = box.y + box.height / 2
        await page.mouse.move(box.x + box.width * 0.2, y)
        await page.mouse.down()
        for (const share of [0.25, 0.3, 0.35, 0.4]) await page.mouse.move(box.x + box.width * share, y)
        expect(moves).toEqual([])
        await page.mouse.up()
        await expect(home.button('Stop', shade.name)).toBeVisible()
        await expect(home.button('Stop', shade.name)).toHaveCount(0, { timeout: 120_000 })
        expect(moves).toHaveLength(1)
        const reached = (await owner.device(shade.id)).state.position ?? -1
        expect(moves[0]).toMatchObject({
          commands: [{ token: shade.id, command: 'move', position: Math.round(reached * 100) }],
        })
      })

      await isReady()
      await test.step('a shade that is moved on one screen travels on a second one too', async () => {
        const second = await (await browser.newContext()).newPage()
        const there = await enter(second)
        const start = await there.position(shade.name)
        const seen = new Set<number>()
        await home.button(start > 50 ? 'Open' : 'Close', shade.name).click()
        await expect(home.button('Stop', shade.name)).toBeVisible()
        await expect(there.button('Stop', shade.name)).toBeVisible()
        await expect
          .poll(
            async () => {
              seen.add(await there.position(shade.name))
              return seen.size
            },
            { intervals: [200], timeout: 120_000 },
          )
          .toBeGreaterThanOrEqual(3)

        await there.button('Stop', shade.name).click()
        await expect(home.button('Stop', shade.name)).toHaveCount(0)
        await expect(there.button('Stop', shade.name)).toHaveCount(0)
        const [a, b] = [await home.position(shade.name), await there.position(shade.name)]
        expect(a).toBe(b)
        expect(a).toBe(Math.round(((await owner.device(shade.id)).state.position ?? -1) * 100))
        await second.context().close()
      })

      await isReady()
      await test.step('a command that the device does not answer fails on its card, with the reason', async () => {
        await product.provoke(shade.id, { fault: { kind: 'no_answer', times: 1 } })
        const start = await home.position(shade.name)
        await home.button(start > 50 ? 'Open' : 'Close', shade.name).click()
        await expect(home.card(shade.name).getByRole('alert')).toContainText('The device did not answer', {
          timeout: 120_000,
        })
        expect(await home.position(shade.name)).toBe(start)
      })

      await isReady()
      await test.step('a wall switch shows on the card', async () => {
        const start = await home.position(shade.name)
        await product.provoke(shade.id, { wallSwitch: start > 50 ? 'open' : 'close' })
        await expect(home.button('Stop', shade.name)).toBeVisible()
        await expect.poll(() => home.position(shade.name)).not.toBe(start)
      })
    })

    await test.step('a door, a light and all windows are used', async () => {
      const home = await enter(page)
      await test.step('a door is unlocked by holding its lock for a second, not by a tap', async () => {
        const door = await owner.first('home_door')
        const lock = home.card(door.name).getByRole('button', { name: /: (Locked|Unlock)/ })
        await lock.click()
        await expect.poll(async () => (await owner.device(door.id)).state.motorLockState).toBe('locked')
        await lock.hover()
        await page.mouse.down()
        await expect(home.card(door.name)).toContainText('Unlock')
        await expect.poll(async () => (await owner.device(door.id)).state.motorLockState).toBe('unlocked')
        await page.mouse.up()
        await expect
          .poll(async () => (await owner.device(door.id)).state.motorLockState, { timeout: 120_000 })
          .toBe('locked')
      })

      await test.step('a light is switched by its toggle', async () => {
        const light = await owner.first('light')
        const toggle = home.card(light.name).getByRole('switch', { name: light.name })
        await expect(toggle).toHaveAttribute('aria-checked', 'false')
        await toggle.click()
        await expect(toggle).toHaveAttribute('aria-checked', 'true')
        await expect.poll(async () => (await owner.device(light.id)).state.light1Brightness).toBe(1)
      })

      await test.step('one key and one request move the shades of all windows, and one key stops them', async () => {
        const moves = movesOf(page)
        const before = Object.values(await owner.devices())
        const isDown = (await home.position(shade.name)) > 50
        await page.getByRole('button', { name: isDown ? 'Open all' : 'Close all' }).click()
        await expect(home.button('Stop', shade.name)).toBeVisible()
        await expect(page.getByRole('status').filter({ hasText: /ing the shades: \d+$/ })).toBeAttached()
        await page.getByRole('button', { name: 'Stop all' }).click()
        await expect(
          page.getByRole('status').filter({ hasText: /^Stopping the shades: \d+$/ }),
        ).toBeAttached()
        await expect(page.getByRole('button', { name: 'Stop all' })).toBeDisabled({ timeout: 120_000 })

        const moved = before.filter(({ devicetype, state }) => {
          const axes =
            devicetype === 'venetian_blind' ? [state.position, state.inclination] : [state.position]
          const isWindow = ['roller_shutter', 'venetian_blind', 'textile_screen', 'falcon'].includes(
            devicetype,
          )
          return isWindow && axes.some((place) => place !== (isDown ? 0 : 1))
        })
        expect(moves).toHaveLength(1)
        expect(moves[0]).toMatchObject({
          commands: expect.arrayContaining(
            moved.map(({ id }) => expect.objectContaining({ token: id, position: isDown ? 0 : 100 })),
          ),
          wait: false,
        })
        expect(moves[0]).toHaveProperty('commands.length', moved.length)
        const position = (await owner.device(shade.id)).state.position ?? -1
        expect(Math.abs(position - (isDown ? 0 : 1))).toBeGreaterThan(0.02)
        for (const { id, devicetype, state } of before) {
          if (!['awning', 'insect_screen', 'pergola'].includes(devicetype)) continue
          expect((await owner.device(id)).state).toMatchObject({
            position: state.position,
            inclination: state.inclination,
          })
        }
      })
    })

    await test.step('everything comes back', async () => {
      const home = await enter(page)
      await test.step('without its hardware every card says offline', async () => {
        await product.stopSimulator()
        await expect(home.card(shade.name)).toContainText('Offline')
        await expect(home.button('Open', shade.name)).toBeDisabled()
        await expect(home.button('Close', shade.name)).toBeDisabled()
        // Cards are rendered in steps.
        const count = Object.keys(await owner.devices()).length
        await expect(home.cards.filter({ hasText: 'Offline' })).toHaveCount(count)
        await product.startSimulator()
        await everyDeviceIsOnline(owner)
      })

      await isReady()
      await test.step('kill -9 of the server in mid-move: the page says so, and everything comes back', async () => {
        const start = await home.position(shade.name)
        await home.button(start > 50 ? 'Open' : 'Close', shade.name).click()
        await expect(home.button('Stop', shade.name)).toBeVisible()
        await product.killServer()
        await expect(home.connection).toBeVisible()
        await expect(home.card(shade.name)).toContainText('was moving at')

        await product.startServer()
        await expect(home.connection).toHaveCount(0, { timeout: 120_000 })
        owner = await ownerOf(product)
        await isAtRest(owner, shade.id)
        const position = Math.round(((await owner.device(shade.id)).state.position ?? -1) * 100)
        await expect.poll(() => home.position(shade.name)).toBe(position)
        await expect(home.cards.filter({ hasText: 'Offline' })).toHaveCount(0)
      })
    })
  })
})
