type Makers<Given, Made> = { readonly [Name in keyof Made]: (given: Given) => Made[Name] };

/** Objects whose members are created on first access, because most requests use only a few members. */
export function madeOnDemand<Given, Made extends object>(makers: Makers<Given, Made>): (given: Given) => Made {
  class OnDemand {
    readonly given: Given;

    constructor(given: Given) {
      this.given = given;
    }
  }
  for (const name of Object.keys(makers) as (keyof Made)[]) {
    Object.defineProperty(OnDemand.prototype, name, {
      get(this: OnDemand) {
        const value = makers[name](this.given);
        Object.defineProperty(this, name, { value, configurable: true });
        return value;
      },
    });
  }
  return (given) => new OnDemand(given) as unknown as Made;
}
