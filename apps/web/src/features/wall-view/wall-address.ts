const WALL = 'wall'

export const WALL_VIEW = `/home?${WALL}`
export const isWallView = (params: URLSearchParams): boolean => params.has(WALL)

/** Must be called in a tap handler. Without full screen, or if it is refused, the view works in the window too. */
export function enterFullScreen(): void {
  document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => {})
}
