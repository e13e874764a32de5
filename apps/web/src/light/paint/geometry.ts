/** A rectangle in CSS pixels. */
export type Rect = { readonly x: number; readonly y: number; readonly w: number; readonly h: number }

/** A point in CSS pixels. */
export type Point = readonly [x: number, y: number]

/** Limits `value` to `min`..`max`. */
export const clamp = (value: number, min = 0, max = 1): number => Math.min(max, Math.max(min, value))

/** Interpolates linearly: the value at a share `t` (0..1) of the way from `from` to `to`. */
export const lerp = (from: number, to: number, t: number): number => from + (to - from) * t

export const radians = (degrees: number): number => (degrees * Math.PI) / 180
