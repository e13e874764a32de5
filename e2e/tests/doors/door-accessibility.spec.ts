import { expect } from '@playwright/test'
import { DoorPage } from '#pages/door.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import type { Client } from '#product/client.ts'
import { furniture, startHome } from '#product/home.ts'
import { expectNoViolationInAnyLook } from '#product/looks.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'

test.describe('no violation by axe on doors and lights', () => {
  let product: Product
  let owner: Client
  let front: string
  let terrace: string

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 1, [], furniture('Front door', 'Terrace lights')))
    front = (await owner.named('Front door')).id
    terrace = (await owner.named('Terrace lights')).id
  })

  test.afterAll(async () => product.stop())

  const guard = async (wish: Record<string, string>) =>
    owner.post('device/unlock-guard', { token: front, password: product.account.password, ...wish })

  test('on any screen', async ({ page }) => {
    test.setTimeout(300_000)
    // Long enough that the door is still unlocked in every look.
    await owner.post('device/settings', { token: front, settings: { unlockDuration: 12 } })
    await guard({ unlockBy: 'pin', pin: '2468' })
    await new EntrancePage(page).bringSession(product)
    const door = new DoorPage(page, product.url)
    await door.open(front)
    for (const tab of ['Magnet lock', 'Magic foil', 'Lights', 'Motor lock'] as const) {
      await door.tab(tab).click()
      await expect(door.panel).toHaveAccessibleName(tab)
      await expectNoViolationInAnyLook(page, tab)
    }
    await door.lock().click()
    await door.enterPin('1111')
    await expect(door.dialog.getByRole('alert')).toBeVisible()
    await expectNoViolationInAnyLook(page, 'PIN')
    await door.enterPin('2468')
    await door.says('Unlocked')
    await expectNoViolationInAnyLook(page, 'unlocked')
    await door.says('Locked')
    await product.provoke(front, { fault: { kind: 'jam', lock: 'motor' } })
    await door.lock().click()
    await door.enterPin('2468')
    await door.says('Jammed')
    await expectNoViolationInAnyLook(page, 'jammed')
    await product.provoke(front, { clear: true })

    await page.getByRole('link', { name: 'Settings' }).click()
    for (const row of ['Magnet lock unlock type', 'Unlock duration', 'Unlocking']) {
      await door.row(row).click()
      await expect(door.dialog).toHaveAccessibleName(row)
      await expectNoViolationInAnyLook(page, row)
      if (row !== 'Unlocking') await page.keyboard.press('Escape')
    }
    await door.dialog.getByRole('button', { name: 'Next' }).click()
    await expectNoViolationInAnyLook(page, 'new PIN')
    await door.enterPin('2468')
    await door.enterPin('2468')
    await expectNoViolationInAnyLook(page, 'proof')
    await page.keyboard.press('Escape')

    await guard({ unlockBy: 'hold' })
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(door.openDoor).toHaveAccessibleName('Hold to open · 1 s')
    await door.openDoor.focus()
    await page.keyboard.press('Enter')
    await expectNoViolationInAnyLook(page, 'hold')

    await page.goto(`${product.url}/device?deviceId=${terrace}`)
    await expect(page.getByRole('switch')).toHaveCount(3)
    await expectNoViolationInAnyLook(page, 'light')
    await product.provoke(terrace, { fault: { kind: 'lost_link' } })
    await expect(page.getByRole('region', { name: 'Offline' })).toBeVisible()
    await expectNoViolationInAnyLook(page, 'light offline')
    await product.provoke(terrace, { clear: true })
  })
})
