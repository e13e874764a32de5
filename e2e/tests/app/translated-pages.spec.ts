import { expect, type Locator, type Page } from '@playwright/test'
import { ControlPage } from '#pages/control.page.ts'
import { EntrancePage } from '#pages/entrance.page.ts'
import { GuestPage } from '#pages/guest.page.ts'
import { HomePage } from '#pages/home.page.ts'
import { furniture, type Home, startHome } from '#product/home.ts'
import { OwnerLinks } from '#product/owner-links.ts'
import { test } from '#product/test.ts'
import { textsIn } from '#product/texts.ts'

const SHADE = 'Living room'
const NAMES = [SHADE, 'Study', 'Terrace lights']

/** Puts `<font>` elements in the place of all texts of the page, now and whenever it changes, as a translating browser does. */
function translate(): void {
  const wrap = (text: Node) => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.nodeValue
    outer.append(inner)
    text.parentNode?.replaceChild(outer, text)
  }
  const translateAll = () => {
    const found: Node[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode() !== null)
      if (texts.currentNode.parentElement?.closest('font, script, style, textarea') === null)
        found.push(texts.currentNode)
    found.forEach(wrap)
  }
  translateAll()
  new MutationObserver(translateAll).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  })
}

test.describe('a page that the browser translates', () => {
  let home: Home
  const idOf = async (name: string) => (await home.owner.named(name)).id

  test.beforeAll(async ({ server }) => {
    home = await startHome(server, 20, [], furniture(...NAMES))
  })
  test.afterAll(async () => home.product.stop())

  /** Moves the shade and the blind, switches the light, and checks after each change that the page says it, and does not fail. */
  async function showsChanges(page: Page, words: Locator): Promise<void> {
    const failures: string[] = []
    page.on('pageerror', ({ message }) => failures.push(message))
    await page.evaluate(translate)
    const [shade, blind, light] = await Promise.all(NAMES.map(idOf))
    for (const [position, word] of [
      [100, 'Closed'],
      [40, '40\u202f%'],
      [0, 'Open'],
    ] as const) {
      await home.owner.move(
        [
          { token: shade, command: 'move', position },
          { token: blind, command: 'move', position, inclination: 50 },
          { token: light, command: 'move', brightness: position },
        ],
        true,
      )
      await expect(words).toContainText(word)
    }
    expect(failures).toEqual([])
  }

  test('shows every change of the home', async ({ page }) => {
    await new EntrancePage(page).enter(home.product)
    const card = new HomePage(page).card(SHADE)
    await expect(card).toContainText('Open')
    await showsChanges(page, card)
  })

  test('shows every change of a device', async ({ page }) => {
    await new EntrancePage(page).bringSession(home.product)
    await new ControlPage(page).open(home.product.url, await idOf(SHADE))
    await showsChanges(page, page.getByRole('main'))
  })

  test('shows every change to a guest', async ({ page }) => {
    const devices = await Promise.all(NAMES.map(idOf))
    const { token } = await new OwnerLinks(home.owner).make({ devices })
    const guest = new GuestPage(page, home.product.url, textsIn('en'))
    await guest.openAndListen(token)
    await expect(guest.card(SHADE)).toContainText('Open')
    await showsChanges(page, guest.card(SHADE))
  })
})
