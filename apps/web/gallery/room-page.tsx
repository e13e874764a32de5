import { query } from './clock.ts'
import '#ui/styles/base.css'
import { showPage } from './gallery-page.ts'
import { Rooms } from './rooms.tsx'

showPage(
  <Rooms
    only={query.get('only')}
    state={query.get('state')}
    size={query.get('size')}
    sky={query.get('sky')}
  />,
)
