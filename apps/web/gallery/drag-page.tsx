import './clock.ts'
import '#ui/styles/base.css'
import { createRoot } from 'react-dom/client'
import { TIMES_OF_DAY } from '#light/sky/time-of-day.ts'
import { Dragged } from './dragged.tsx'
import { SHADE_KINDS } from './fixtures/room-fixtures.ts'

const query = new URLSearchParams(location.search)
const root = document.documentElement
root.dataset.time = TIMES_OF_DAY.find((each) => each === query.get('time')) ?? 'day'
root.dataset.theme = query.get('theme') === 'dark' ? 'dark' : 'light'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
const kind = SHADE_KINDS.find((each) => each === query.get('kind')) ?? 'roller_shutter'
createRoot(place).render(<Dragged kind={kind} turns={query.get('axis') === 'tilt'} />)
