import { expect, type Page } from '@playwright/test'

/** Shows another device or state on the control page of the gallery that is open. Its language and its clock stay. */
export async function turnTo(page: Page, kind: string, state: string): Promise<void> {
  const name = `${kind} ${state}`
  await page.evaluate(
    (search) => {
      history.replaceState(null, '', search)
      dispatchEvent(new PopStateEvent('popstate'))
    },
    `?${new URLSearchParams({ kind, state, name })}`,
  )
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
