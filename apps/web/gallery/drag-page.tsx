import { query } from './clock.ts'
import '#ui/styles/base.css'
import { Dragged } from './dragged.tsx'
import { SHADE_KINDS } from './fixtures/room-fixtures.ts'
import { showPage } from './gallery-page.ts'

const kind = SHADE_KINDS.find((each) => each === query.get('kind')) ?? 'roller_shutter'
showPage(<Dragged kind={kind} turns={query.get('axis') === 'tilt'} />)
