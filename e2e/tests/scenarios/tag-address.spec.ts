import { expect, type Page } from '@playwright/test'
import { EntrancePage } from '#pages/entrance.page.ts'
import { type Home, startHome } from '#product/home.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

const t = textsIn('en')
let home: Home
let shadeId: string
let doorId: string
let scenarioId: string

test.beforeAll(async ({ server }) => {
  const devices = [
    { name: 'Living room', type: 'roller_shutter' },
    { name: 'Front door', type: 'home_door' },
  ] as const
  home = await startHome(server, 8, [], devices)
  shadeId = (await home.owner.first('roller_shutter')).id
  doorId = (await home.owner.first('home_door')).id
  const scenario = {
    name: 'Evening',
    enabled: true,
    targets: [shadeId],
    triggers: [],
    actions: [{ type: 'MoveSelf', position: 1 }],
  }
  scenarioId = Object(await home.owner.post('scenario/create', scenario)).id
  await home.owner.move([{ token: shadeId, command: 'move', position: 0 }], true)
})
test.afterAll(async () => home.product.stop())

const open = async (page: Page, path: string) => {
  await new EntrancePage(page).bringSession(home.product)
  await page.goto(home.product.url + path)
}
/** The address that a dialog shows. */
const addressIn = (page: Page): Promise<string> =>
  page.getByRole('dialog').getByRole('definition').innerText()

test('the address of a scenario opens a page with one key that has the focus, and runs nothing until it is pressed [PK42]', async ({
  page,
}) => {
  await open(page, '/scenarios')
  await page.getByRole('link', { name: 'Edit Evening' }).click()
  await page.getByRole('button', { name: t('tags.row') }).click()
  const address = await addressIn(page)
  expect(address).toBe(`${new URL(page.url()).origin}/run?scenario=${scenarioId}`)
  const calls: string[] = []
  page.on('request', (request) => void calls.push(new URL(request.url()).pathname))
  await page.goto(address)
  const key = page.getByRole('button', { name: t('tags.run') })
  await expect(page.getByRole('heading', { level: 1, name: 'Evening' })).toBeVisible()
  await expect(key).toBeFocused()
  await page.screenshot({ path: test.info().outputPath('run.png') })
  expect(calls).not.toContain('/auth/api/v1/scenario/run')
  expect((await home.owner.device(shadeId)).state.position).toBe(0)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await home.owner.device(shadeId)).state.position).toBe(1)
  await page.goto(`${home.product.url}/run?scenario=none`)
  await expect(page.getByText(t('tags.gone'))).toBeVisible()
})

test('the address of a door opens its page with the key in focus, and unlocks nothing [PK42]', async ({
  page,
}) => {
  await open(page, `/doorsettingspage?deviceId=${doorId}`)
  await page.getByRole('button', { name: t('tags.row') }).click()
  const address = await addressIn(page)
  expect(address).toBe(`${new URL(page.url()).origin}/device?deviceId=${doorId}`)
  await page.screenshot({ path: test.info().outputPath('door-tag.png') })
  const before = (await home.owner.device(doorId)).state
  await page.goto(address)
  await expect(page.getByRole('main').locator('button[data-lock]').first()).toBeFocused()
  expect((await home.owner.device(doorId)).state.motorLockLocked).toBe(before.motorLockLocked)
})
