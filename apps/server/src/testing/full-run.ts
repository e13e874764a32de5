const IS_FULL_RUN = process.env.TEST_ALL === 'yes'

/** The size of a long random run: `all` in `npm run test:all`, and a few fixed points of it in `npm test`. */
export const sizeOfRun = (all: number, some: number): number => (IS_FULL_RUN ? all : some)

/** The seed of a random run: another one each time in `npm run test:all`, always the same in `npm test`. */
export const seedOfRun = (fixed: number): number =>
  IS_FULL_RUN ? Math.floor(Math.random() * 1_000_000_000) : fixed
