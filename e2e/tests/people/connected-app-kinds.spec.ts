import { expect, type Page } from '@playwright/test'
import type { BridgeKind } from '@senca/contract/bridges'
import { EntrancePage } from '#pages/entrance.page.ts'
import type { Client } from '#product/client.ts'
import { furniture, startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'
import { expectNoViolation, inEveryView } from '#product/views.ts'

const t = textsIn('en')

/** What is different of each kind: how it is begun, what is shown once, and what its own page has. */
const KINDS = {
  script: { secret: t('apps.once'), renew: t('apps.renew'), heading: t('webhooks.title') },
  agent: { secret: t('apps.once'), renew: t('apps.renew'), heading: t('apps.agent.title') },
  'home-assistant': { secret: t('mqtt.once'), renew: t('apps.home.renew'), heading: t('apps.parts.title') },
  matter: { secret: null, renew: null, heading: t('apps.matter.pair.title') },
} as const satisfies Record<BridgeKind, { secret: string | null; renew: string | null; heading: string }>
const NAMES = {
  script: 'Night script',
  agent: 'Claude',
  'home-assistant': 'Hall panel',
  matter: 'Living room bridge',
} as const satisfies Record<BridgeKind, string>
const ORDER = ['script', 'agent', 'home-assistant', 'matter'] as const satisfies readonly BridgeKind[]

test.describe('a connected app of each kind', () => {
  let product: Product
  let owner: Client

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 1, [], furniture('Living room', 'Kitchen')))
  })
  test.afterAll(async () => product.stop())

  test.beforeEach(async ({ page }) => {
    await owner.refresh()
    await new EntrancePage(page).bringSession(product)
  })

  const check = (page: Page, screen: string) =>
    inEveryView(page, async () => {
      await expectNoViolation(page, screen)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), screen).toBe(0)
    })
  /** Presses Enter on what a person would reach by Tab. */
  const enter = async (page: Page, role: 'link' | 'button', name: string) => {
    const key = page.getByRole(role, { name, exact: true })
    await key.focus()
    await expect(key).toBeFocused()
    await page.keyboard.press('Enter')
  }
  /** Moves through a choice by the arrow keys until an option is chosen. */
  const choose = async (page: Page, group: string, option: string) => {
    const choice = page.getByRole('radiogroup', { name: group })
    const wanted = choice.getByRole('radio', { name: option, exact: true })
    await choice.getByRole('radio').first().focus()
    await expect(async () => {
      if (!(await wanted.isChecked())) await page.keyboard.press('ArrowRight')
      await expect(wanted).toBeChecked({ timeout: 1_000 })
    }).toPass({ timeout: 120_000 })
  }

  for (const kind of ORDER)
    test(`${kind}: is made, shown, given a new secret, changed and deleted by keyboard`, async ({ page }) => {
      test.setTimeout(600_000)
      const name = NAMES[kind]
      const { secret, renew, heading } = KINDS[kind]
      const isMatter = kind === 'matter'
      await page.goto(`${product.url}/apps`)
      const offered = page.getByRole('link', { name: t(`apps.kind.${kind}`) })

      await test.step('made', async () => {
        await expect(offered).toBeVisible()
        await offered.focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('textbox', { name: t('apps.name') })).toBeVisible()
        await page.getByRole('textbox', { name: t('apps.name') }).focus()
        await page.keyboard.type(name)
        await page.getByRole('checkbox', { name: 'Kitchen' }).focus()
        await page.keyboard.press('Space')
        await expect(page.getByRole('checkbox', { name: 'Kitchen' })).toBeChecked()
        await choose(page, t('apps.may'), t('apps.level.command'))
        await check(page, `the form of ${name}`)
        const make = isMatter
          ? t('apps.matter.create')
          : t(kind === 'home-assistant' ? 'apps.home.connect' : 'apps.create')
        await enter(page, 'button', make)
      })

      if (secret !== null)
        await test.step('its secret is shown once', async () => {
          const dialog = page.getByRole('dialog')
          await expect(dialog).toContainText(secret)
          await check(page, `the secret of ${name}`)
          await enter(page, 'button', t('mqtt.kept'))
          await expect(dialog).toHaveCount(0)
          await enter(page, 'link', name)
        })

      await test.step('shown', async () => {
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
        await check(page, `the page of ${name}`)
      })

      await test.step('changed: another name, another device', async () => {
        await enter(page, 'link', t('apps.change'))
        const field = page.getByRole('textbox', { name: t('apps.name') })
        await expect(field).toHaveValue(name)
        await check(page, `changing ${name}`)
        await field.fill(`${name} 2`)
        await page.getByRole('checkbox', { name: 'Living room' }).focus()
        await page.keyboard.press('Space')
        await enter(page, 'button', t('apps.save'))
        await expect(page.getByRole('heading', { level: 1, name: `${name} 2` })).toBeVisible()
        await page.goto(`${product.url}/apps`)
        const row = page.getByRole('listitem').filter({ hasText: `${name} 2` })
        await expect(row).toContainText(t('apps.devices_other', { count: '2' }))
        await expect(row).toContainText(t('apps.level.command'))
      })

      if (renew !== null)
        await test.step('given a new secret', async () => {
          const words = kind === 'home-assistant' ? 'apps.home' : 'apps'
          await enter(page, 'button', t(`${words}.renewNamed`, { name: `${name} 2` }))
          await check(page, `a new secret for ${name}`)
          await enter(page, 'button', renew)
          await expect(page.getByRole('dialog')).toContainText(secret ?? '')
          await enter(page, 'button', t('mqtt.kept'))
          await expect(page.getByRole('dialog')).toHaveCount(0)
        })

      await test.step('deleted', async () => {
        await enter(page, 'button', t('apps.deleteNamed', { name: `${name} 2` }))
        await check(page, `deleting ${name}`)
        await enter(page, 'button', t('apps.delete'))
        await expect(page.getByRole('link', { name: `${name} 2`, exact: true })).toHaveCount(0)
      })
    })
})
