import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

export interface View {
  readonly title: string
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { width: number; height: number }
}

/** The combinations in which a screen is checked: each theme and each size once, because they do not affect each other. */
export const VIEWS = [
  { title: 'light, phone', colorScheme: 'light', viewport: SIZES.phone, run: {} },
  { title: 'dark, desktop', colorScheme: 'dark', viewport: SIZES.desktop, run: { tag: '@all' } },
] as const

/** Shows a page in each look, without animations: axe reports poor contrast for elements that are fading in. */
export async function inEveryView(page: Page, check: (view: View) => Promise<void>): Promise<void> {
  for (const view of VIEWS) {
    await show(page, view)
    await check(view)
  }
}

async function show(page: Page, { colorScheme, viewport }: View): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize(viewport)
  await page.evaluate(() => new Promise(requestAnimationFrame))
}

/** Checks the current page with axe, which is loaded once into each page. All rules are checked, but only violations are described. */
export async function expectNoViolation(page: Page, screen: string): Promise<void> {
  // Each screen has a heading; a page that is still loading has none.
  await expect(page.locator('h1')).not.toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(', ')}`)
  })
  expect(found, screen).toEqual([])
  expect(
    await page.evaluate(looseTexts),
    `${screen}: text beside other content has no element of its own`,
  ).toEqual([])
}

/**
 * Texts whose nodes React itself would move or remove: those that are not all that their element contains. A browser that
 * translates the page puts other nodes in their place, and React fails at the next change.
 */
function looseTexts(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (texts.nextNode() !== null) {
    const { currentNode } = texts
    const isOfReact = Object.keys(currentNode).some((key) => key.startsWith('__reactFiber'))
    if (isOfReact) found.push(currentNode.parentElement?.outerHTML ?? '')
  }
  return found
}

/** Checks the page with axe in every look. */
export async function expectNoViolationInAnyView(page: Page, screen: string): Promise<void> {
  await inEveryView(page, ({ title }) => expectNoViolation(page, `${screen}, ${title}`))
}

/** A state of a screen, and how it is reached from the one before. */
export type Shown = readonly [screen: string, open: () => Promise<unknown>]

/** Checks each state by axe in one look. None of them scrolls sideways. */
export async function sweep(page: Page, view: View, shown: readonly Shown[]): Promise<void> {
  await show(page, view)
  for (const [screen, open] of shown) {
    await test.step(screen, async () => {
      await open()
      await expectNoViolation(page, `${screen}, ${view.title}`)
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(isWide, screen).toBe(false)
    })
  }
}
