import './clock.ts'
import '#ui/styles/base.css'
import { createRoot } from 'react-dom/client'
import { TIMES_OF_DAY } from '#light/sky/time-of-day.ts'
import { Rooms } from './rooms.tsx'

const query = new URLSearchParams(location.search)
const root = document.documentElement
root.dataset.time = TIMES_OF_DAY.find((each) => each === query.get('time')) ?? 'day'
root.dataset.theme = query.get('theme') === 'dark' ? 'dark' : 'light'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
createRoot(place).render(
  <Rooms
    only={query.get('only')}
    state={query.get('state')}
    size={query.get('size')}
    sky={query.get('sky')}
  />,
)
