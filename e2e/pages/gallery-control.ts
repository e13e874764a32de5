import { expect, type Page } from '@playwright/test'

/** Changes the query of the page of the gallery that is open, without loading it again. Its other parameters and its clock stay. */
export async function turnGallery(page: Page, changes: Record<string, string>): Promise<void> {
  await page.evaluate((changes) => {
    const query = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(changes)) query.set(name, value)
    history.replaceState(null, '', `?${query}`)
    dispatchEvent(new PopStateEvent('popstate'))
  }, changes)
}

/** Shows another device or state, and maybe language, on the control page of the gallery that is open. */
export async function turnTo(page: Page, kind: string, state: string, language?: string): Promise<void> {
  const name = [kind, state, language].filter(Boolean).join(' ')
  await turnGallery(page, { kind, state, name, ...(language === undefined ? {} : { language }) })
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}
