import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { AGENT_STATE, type Agent, startAgent } from '#product/agent.ts'
import type { Client } from '#product/client.ts'
import { furniture, startHome } from '#product/home.ts'
import type { Product } from '#product/product.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'
import { expectNoViolation, inEveryView } from '#product/views.ts'

const t = textsIn('en')
const NAME = 'Helper <img src=x onerror="document.title=1">'

test.describe('an agent that asks to be let in [BR44]', () => {
  let product: Product
  let owner: Client
  const agents: Agent[] = []

  test.beforeAll(async ({ server }) => {
    ;({ product, owner } = await startHome(server, 1, [], furniture('Front door', 'Living room')))
  })
  test.beforeEach(async () => owner.refresh())
  test.afterEach(() => {
    for (const agent of agents.splice(0)) agent.stop()
  })
  test.afterAll(async () => product.stop())

  const start = async (name: string) => {
    const agent = await startAgent(product, name)
    agents.push(agent)
    return agent
  }
  const check = (page: Page, screen: string) =>
    inEveryView(page, async () => {
      await expectNoViolation(page, screen)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), screen).toBe(0)
    })
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { name: t('apps.consent.title', { name }), level: 1 })

  test('waits for the login, and is let in by keyboard alone with what was chosen', async ({ page }) => {
    test.setTimeout(600_000)
    const agent = await start(NAME)
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await test.step('nobody is logged in', async () => {
      await page.goto(agent.page())
      const entrance = new EntrancePage(page)
      await expect(entrance.logIn).toBeVisible()
      expect(await page.content()).not.toContain('Helper')
      await entrance.fill(product.account)
      await expect(heading(page, NAME)).toBeVisible()
    })
    await test.step('its name is text, and its addresses are in full', async () => {
      await expect(page.getByRole('definition').filter({ hasText: agent.host })).toBeVisible()
      await expect(page.getByText(t('apps.consent.unknown'))).toBeVisible()
      await expect(page.locator('main img')).toHaveCount(0)
      await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
      await expect(page.getByRole('radio', { name: t('apps.level.view'), exact: true })).toBeChecked()
      await check(page, 'the consent for an agent')
    })
    await test.step('it needs a device', async () => {
      await page.getByRole('button', { name: t('apps.consent.allow') }).focus()
      await press('Enter')
      await expect(page.getByText(t('apps.devicesMissing'))).toBeVisible()
      await check(page, 'the consent without a device')
      expect(agent.answers).toEqual([])
    })
    await test.step('and then gets what was chosen', async () => {
      const name = page.getByRole('textbox', { name: t('apps.consent.nameInList') })
      await expect(name).toHaveValue(/^Helper/)
      await name.fill('Helper')
      await page.getByRole('checkbox', { name: 'Living room' }).focus()
      await press('Space')
      await page.getByRole('button', { name: t('apps.consent.allow') }).focus()
      await press('Enter')
      await expect(page.getByRole('heading', { name: 'Back at the agent' })).toBeVisible()
      expect(agent.answers).toHaveLength(1)
      expect(agent.answers[0]?.get('state')).toBe(AGENT_STATE)
      expect(await agent.use()).toBe(200)
    })
    await test.step('its page says who it is, and it has no token to replace', async () => {
      await page.goto(`${product.url}/apps`)
      await expect(page.getByText(agent.host)).toBeVisible()
      await expect(page.getByRole('button', { name: t('apps.renewNamed', { name: 'Helper' }) })).toHaveCount(
        0,
      )
      await check(page, 'an agent among the connected apps')
      await page.getByRole('link', { name: 'Helper' }).click()
      await expect(page.getByRole('heading', { name: t('apps.consent.program') })).toBeVisible()
      await check(page, 'the page of an agent that was let in')
    })
  })

  test('is denied, and a request that is faulty or of nobody leads nowhere by itself', async ({ page }) => {
    test.setTimeout(600_000)
    const agent = await start('Helper')
    await new EntrancePage(page).bringSession(product)

    await page.goto(agent.page())
    await expect(heading(page, 'Helper')).toBeVisible()
    await page.getByRole('button', { name: t('apps.consent.deny') }).click()
    await expect(page.getByRole('heading', { name: 'Back at the agent' })).toBeVisible()
    expect([...(agent.answers[0] ?? [])]).toEqual([
      ['error', 'access_denied'],
      ['state', AGENT_STATE],
      ['iss', expect.any(String)],
    ])

    await page.goto(agent.page({ resource: 'https://other.example/mcp' }))
    await expect(page.getByText(t('apps.consent.faulty', { error: 'invalid_target' }))).toBeVisible()
    await check(page, 'a faulty request of an agent')
    expect(agent.answers).toHaveLength(1)
    await page.getByRole('button', { name: t('apps.consent.back', { host: agent.host }) }).click()
    await expect(page.getByRole('heading', { name: 'Back at the agent' })).toBeVisible()
    expect(agent.answers[1]?.get('error')).toBe('invalid_target')

    for (const [changed, fault] of [
      [{ redirect_uri: 'https://evil.example/' }, 'redirect_uri'],
      [{ redirect_uri: 'javascript:alert(1)' }, 'redirect_uri'],
      [{ client_id: 'nobody' }, 'client_id'],
    ] as const) {
      await page.goto(agent.page(changed))
      await expect(page.getByText(t(`apps.consent.fault.${fault}`))).toBeVisible()
      await expect(page.getByRole('button', { name: t('apps.consent.allow') })).toHaveCount(0)
    }
    await check(page, 'a request of nobody')
    await page.goto(`${product.url}/connect`)
    await expect(page.getByText(t('apps.consent.fault.query'))).toBeVisible()
    expect(agent.answers).toHaveLength(2)
  })

  test('cannot frame the page', async ({ page, request }) => {
    const agent = await start('Helper')
    await new EntrancePage(page).bringSession(product)
    const answer = await request.get(agent.page())
    expect(answer.headers()['x-frame-options']).toBe('DENY')
    expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
    await page.route('http://frames.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<h1>Frames</h1><iframe src="${agent.page()}"></iframe>`,
      }),
    )
    await page.goto('http://frames.example/')
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
    await expect(page.frameLocator('iframe').getByRole('button')).toHaveCount(0)
  })
})
