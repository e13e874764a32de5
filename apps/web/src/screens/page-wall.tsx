import { WallCanvas } from '#light/wall/wall-canvas.tsx'

const WALL = { left: 0.36, top: 0.34, width: 0.46, height: 0.46, position: 0.32, tilt: -54 }

/** The wall beside the content of a page, with the light of the home on it. */
export function PageWall() {
  return <WallCanvas wall={WALL} />
}
