/** Why a fault could not be injected on this machine. */
export class Untried extends Error {
  override readonly name = 'Untried';
}
