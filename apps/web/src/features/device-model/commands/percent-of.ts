import { type Target, unitToPercent } from '@senca/contract'

/** Converts axes from 0..1 to the percentages 0..100 of a request. */
export const percentOf = ({ position, inclination }: Target) => ({
  ...(position === undefined ? {} : { position: unitToPercent(position) }),
  ...(inclination === undefined ? {} : { inclination: unitToPercent(inclination) }),
})
