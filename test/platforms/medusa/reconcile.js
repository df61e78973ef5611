// As the README of @tollgate/medusa says.
const { reconcile } = require('@tollgate/medusa');

exports.default = async ({ container }) => {
  console.log(`RECONCILED ${JSON.stringify(await reconcile(container, container.resolve('tollgate')))}`);
};
