const { ModuleProvider, Modules } = require('@medusajs/framework/utils');
const { TollgateTaxProvider } = require('../../../../../index.js');

exports.default = ModuleProvider(Modules.TAX, { services: [TollgateTaxProvider] });
