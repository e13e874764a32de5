import { WallCanvas } from '#light/wall/wall-canvas.tsx'
import { useMedia } from '#ui/layout/use-media.ts'

/** Where `sub-page.module.css` has room for a wall. */
const ROOMY = matchMedia('(min-width: 1600px)')
const WALL = { left: 0.36, top: 0.34, width: 0.46, height: 0.46, position: 0.32, tilt: -54 }

/** The wall beside a page of one column, with the light of the home on it. */
export function PageWall() {
  return useMedia(ROOMY) ? <WallCanvas wall={WALL} /> : null
}
