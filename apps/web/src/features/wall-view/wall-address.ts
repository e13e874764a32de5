const WALL = 'wall'

export const WALL_VIEW = `/home?${WALL}`
export const isWallView = (params: URLSearchParams): boolean => params.has(WALL)

/** Asked for by a tap. Where there is no full screen, or it is refused, the view is the same in the window. */
export function enterFullScreen(): void {
  document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => {})
}
