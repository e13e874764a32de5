import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { createdBridgeSchema } from '@senca/contract/bridges'
import * as z from 'zod/mini'
import { EntrancePage } from '#pages/entrance.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { furniture, type Home, startHome } from '#product/home.ts'
import { type Server, startServer } from '#product/server.ts'
import { test } from '#product/test.ts'
import { expectNoViolation, inEveryView } from '#product/views.ts'

test.describe('a device that an app asks about [BR20]', () => {
  // Without Matter the server leaves a bridge to a program in the home, which is this test.
  let server: Server
  let home: Home
  let id: string
  let identify: (seconds: number) => Promise<void>

  test.beforeAll(async () => {
    server = await startServer({ DEMO: 'off', MATTER: 'off' })
    home = await startHome(server, 1, [], furniture('Living room', 'Kitchen'))
    ;({ id } = await home.owner.named('Living room'))
    const { secret } = createdBridgeSchema.parse(
      await home.owner.post('bridge/create', {
        name: 'Living room bridge',
        kind: 'matter',
        grants: { [id]: { permissions: ['command'] } },
      }),
    )
    const process = randomUUID()
    const call = async (name: string, json: object) => {
      const answer = await fetch(`${server.url}/auth/api/v1/bridge/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${z.string().parse(secret)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ process, ...json }),
      })
      if (!answer.ok) throw new Error(await answer.text())
    }
    await call('node', {})
    identify = (seconds) => call('identify', { token: id, seconds })
  })
  test.afterAll(async () => {
    await home.product.stop()
    await server.stop()
  })

  const cell = (page: Page, device: string) => page.locator(`[data-device="${device}"]`)

  test('has an outline in full on its card until the app asks no more, and does not move', async ({
    page,
  }) => {
    test.setTimeout(600_000)
    const before = await home.product.inspect(id)
    const other = (await home.owner.named('Kitchen')).id
    await new EntrancePage(page).enter(home.product)
    await expect(new HomePage(page).card('Living room')).toBeVisible()
    // The page is ready once its socket is, so the app asks until then.
    await expect(async () => {
      await identify(600)
      await expect(cell(page, id)).toHaveAttribute('data-marked', 'true', { timeout: 1_000 })
    }).toPass()
    await expect(cell(page, other)).not.toHaveAttribute('data-marked', 'true')

    await inEveryView(page, async ({ title }) => {
      await expect(cell(page, id)).toHaveCSS('outline-style', 'solid')
      await expect(cell(page, id)).toHaveCSS('outline-width', '3px')
      const edge = await cell(page, id).evaluate((marked) => {
        const { left, right } = marked.getBoundingClientRect()
        const { outlineOffset, outlineWidth } = getComputedStyle(marked)
        const beyond = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
        return { left: left - beyond, right: innerWidth - right - beyond }
      })
      expect([title, edge.left >= 0, edge.right >= 0]).toEqual([title, true, true])
      await expectNoViolation(page, `an identified card, ${title}`)
    })

    await identify(0)
    await expect(cell(page, id)).not.toHaveAttribute('data-marked', 'true')
    expect(await home.product.inspect(id)).toMatchObject({ position: before.position })
  })
})
