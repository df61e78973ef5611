const { MedusaService, Module } = require('@medusajs/framework/utils');
const { TollgateDocument } = require('./models/tollgate-document.js');

class TollgateService extends MedusaService({ TollgateDocument }) {}

exports.TOLLGATE_MODULE = 'tollgate';
exports.default = Module(exports.TOLLGATE_MODULE, { service: TollgateService });
