// Before everything else of matter.js, which reads it while it is loaded. Bundled modules are loaded in no other order.
import './environment.ts'

await import('./home-program.ts')
