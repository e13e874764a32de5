import type { Page } from '@playwright/test'

/** The bodies of the move requests that a page sends from now on, oldest first. */
export function movesOf(page: Page): unknown[] {
  const moves: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/device/move')) moves.push(JSON.parse(request.postData() ?? 'null'))
  })
  return moves
}
