import { clamp, radians } from '../paint/geometry.ts'

/** The kinds of shades; the names are the device types of the contract. */
export type ShadeKind =
  | 'roller_shutter'
  | 'venetian_blind'
  | 'insect_screen'
  | 'textile_screen'
  | 'awning'
  | 'falcon'
  | 'pergola'

/** A part 0..1 of the opening, from `from` to `to`. */
export type Span = { readonly from: number; readonly to: number }

/**
 * Light of one strength that passes through an opening: at every intersection of a span of `across` (left to right) with a span
 * of `down` (top to bottom). `strength` is the transmittance 0..1; `soft` light is scattered by cloth or milky glass.
 */
export type Aperture = {
  readonly across: readonly Span[]
  readonly down: readonly Span[]
  readonly strength: number
  readonly soft: boolean
}

/**
 * The profile angle of the sun relative to the slats, in degrees. At a tilt of minus this angle the slats are parallel to the
 * ray.
 */
const SUN_PROFILE_DEGREES = 24
export const SLATS = 11
export const LOUVRES = 9
/** The holes of a falcon: the number in a row, the number of rows in a window, and their height as a share of the window. */
export const HOLES_ACROSS = 9
export const FALCON_ROWS = 7
export const HOLE_HEIGHT = 0.016
/** Slats overlap by this much, so that a closed blind is dark. */
const SLAT_OVERLAP = 1.08

/** The share of a window that a fully extended awning shades. */
export const AWNING_REACH = 0.86

const WHOLE: readonly Span[] = [{ from: 0, to: 1 }]

const aperture = (
  down: readonly Span[],
  strength = 1,
  more: { across?: readonly Span[]; soft?: boolean } = {},
): Aperture => ({ across: more.across ?? WHOLE, down, strength, soft: more.soft ?? false })

/** The part of the opening below a shade at `position`. */
const below = (position: number): Aperture[] => (position < 1 ? [aperture([{ from: position, to: 1 }])] : [])

/** The share 0..1 of the distance between slats that is dark at a tilt in degrees. */
export const slatShadow = (tilt: number): number => {
  const sun = radians(SUN_PROFILE_DEGREES)
  return clamp((SLAT_OVERLAP * Math.abs(Math.sin(radians(tilt) + sun))) / Math.cos(sun))
}

function roller(position: number): Aperture[] {
  if (position <= 0.02 || position >= 0.995) return below(position)
  // Daylight is visible between the lowest slats until their weight closes them.
  const slots = [1, 2, 3].flatMap((row) => {
    const middle = position - row * 0.055
    if (middle <= 0) return []
    return [aperture([{ from: middle - 0.004, to: middle + 0.004 }], 0.4 - 0.1 * row)]
  })
  return [...slots, ...below(position)]
}

function venetian(position: number, tilt: number, slats: number): Aperture[] {
  const pitch = 1 / slats
  const dark = slatShadow(tilt)
  const stripes: Span[] = []
  for (let top = 0; dark < 0.985 && top < position - 1e-9; top += pitch) {
    const from = top + pitch * dark
    const to = Math.min(position, top + pitch)
    if (from < to) stripes.push({ from, to })
  }
  return [...(stripes.length > 0 ? [aperture(stripes)] : []), ...below(position)]
}

function falcon(position: number): Aperture[] {
  const pitch = 1 / FALCON_ROWS
  const rows: Span[] = []
  for (let middle = position - pitch / 2; middle > 0; middle -= pitch) {
    rows.push({ from: middle - HOLE_HEIGHT / 2, to: middle + HOLE_HEIGHT / 2 })
  }
  const across = Array.from({ length: HOLES_ACROSS }, (_, hole) => ({
    from: (hole + 0.2) / HOLES_ACROSS,
    to: (hole + 0.8) / HOLES_ACROSS,
  }))
  return [...(rows.length > 0 ? [aperture(rows, 0.6, { across })] : []), ...below(position)]
}

function pergola(position: number, louvres: number): Aperture[] {
  const open = (1 - position) * 0.92
  if (open <= 0.02) return []
  const stripes = Array.from({ length: louvres }, (_, louvre) => ({
    from: louvre / louvres,
    to: (louvre + open) / louvres,
  }))
  return [aperture(stripes)]
}

const screen = (position: number, strength: number, soft: boolean): Aperture[] => [
  ...(position > 0 ? [aperture([{ from: 0, to: position }], strength, { soft })] : []),
  ...below(position),
]

/**
 * The light that passes through a shade at `position` (0 open, 1 closed) and `tilt` (degrees, venetian blinds only). For a
 * pergola `position` is how far its louvers are closed. `slats` is the number of slats or louvers.
 */
export function apertures(kind: ShadeKind, position: number, tilt = 0, slats?: number): Aperture[] {
  const shut = clamp(position)
  switch (kind) {
    case 'roller_shutter':
      return roller(shut)
    case 'venetian_blind':
      return venetian(shut, tilt, slats ?? SLATS)
    case 'textile_screen':
      return screen(shut, 0.26, true)
    case 'insect_screen':
      return screen(shut, 0.68, false)
    case 'awning':
      return screen(shut * AWNING_REACH, 0.1, true)
    case 'falcon':
      return falcon(shut)
    case 'pergola':
      return pergola(shut, slats ?? LOUVRES)
  }
}

/** The share of its frame that an open door leaf still covers, 0..1. */
export const OPEN_LEAF = 0.7

/**
 * The light through a door: through its glass strip, sharp with clear foil and more scattered as `milk` (0..1) rises, and past an
 * open leaf.
 */
export function doorApertures(milk: number, isOpen: boolean): Aperture[] {
  const reach = isOpen ? OPEN_LEAF : 1
  const across = [{ from: 0.08 * reach, to: 0.29 * reach }]
  const down = [{ from: 0.08, to: 0.92 }]
  const glass = [
    ...(milk < 1 ? [aperture(down, 1 - milk, { across })] : []),
    ...(milk > 0 ? [aperture(down, 0.34 * milk, { across, soft: true })] : []),
  ]
  const gap = aperture([{ from: 0, to: 1 }], 1, { across: [{ from: OPEN_LEAF, to: 1 }] })
  return isOpen ? [...glass, gap] : glass
}

const length = (spans: readonly Span[]): number => spans.reduce((sum, span) => sum + span.to - span.from, 0)

/** The total light through all apertures, 0..1. */
export const lightOf = (list: readonly Aperture[]): number =>
  clamp(list.reduce((sum, each) => sum + length(each.across) * length(each.down) * each.strength, 0))
