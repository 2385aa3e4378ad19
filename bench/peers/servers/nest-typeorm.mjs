// NestJS on Express with TypeORM: a module, a guard, a controller, and a validation pipe with class-validator. Decorators
// are called as functions, because this file is not compiled.
import 'reflect-metadata';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Injectable,
  Module,
  NotFoundException,
  Param,
  Post,
  Req,
  UnauthorizedException,
  UseGuards,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { Type } from 'class-transformer';
import {
  Equals,
  IsDefined,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  Length,
  Matches,
  Max,
  ValidateNested,
} from 'class-validator';
import * as shop from './shop.mjs';
import { dataSourceOptions, findMerchant, findOrder, storeOrder } from './typeorm-store.mjs';

const text = (max = 255) => [IsString(), Length(1, max)];
const nested = (type) => [IsDefined(), IsObject(), ValidateNested(), Type(() => type)];

/** A class of a body whose properties have these decorators. */
function bodyClass(name, properties) {
  const made = { [name]: class {} }[name];
  for (const [property, decorators] of Object.entries(properties)) {
    for (const decorator of decorators) decorator(made.prototype, property);
  }
  return made;
}

const ProductBody = bodyClass('ProductBody', {
  id: text(),
  name: text(),
  url: [IsOptional(), ...text(2048)],
  price: [IsNumber({ maxDecimalPlaces: 2 }), IsPositive(), Max(9_999_999.99)],
  currency: [IsOptional(), Equals('MXN')],
});
const CustomerBody = bodyClass('CustomerBody', {
  name: text(),
  email: [...text(), Matches(/^[^@\s]+@[^@\s]+$/)],
  phone: [IsOptional(), ...text()],
});
const PaymentBody = bodyClass('PaymentBody', { type: [IsOptional(), Equals('SPEI')] });
const CreateOrderBody = bodyClass('CreateOrderBody', {
  product: nested(ProductBody),
  customer: nested(CustomerBody),
  extras: [IsOptional(), IsObject()],
  payment: [IsOptional(), ...nested(PaymentBody).slice(1)],
});

class OrdersService {
  constructor(dataSource) {
    this.dataSource = dataSource;
    this.authenticate = shop.createAuthentication((digest) => findMerchant(dataSource.manager, digest));
  }
  create(merchant, body) {
    return shop.createOrder(merchant, body, (made) => storeOrder(this.dataSource, made));
  }
  find(merchant, id) {
    return findOrder(this.dataSource.manager, merchant, id);
  }
}

class KeyGuard {
  constructor(orders) {
    this.orders = orders;
  }
  async canActivate(context) {
    const request = context.switchToHttp().getRequest();
    request.merchant = await this.orders.authenticate(request.headers.authorization);
    if (request.merchant === null) throw new UnauthorizedException();
    return true;
  }
}
injectable(KeyGuard, [OrdersService]);

class OrdersController {
  constructor(orders) {
    this.orders = orders;
  }
  create(request, body) {
    return this.orders.create(request.merchant, body);
  }
  async verify(request, id) {
    const uuid = shop.uuidOf(id);
    const row = uuid === null ? null : await this.orders.find(request.merchant, uuid);
    if (row === null) throw new NotFoundException();
    return shop.answerOf(row);
  }
}
injectable(OrdersController, [OrdersService]);
Controller('v2/orders')(OrdersController);
UseGuards(KeyGuard)(OrdersController);
route('create', [Post(), HttpCode(200)], { decorators: [Req(), Body()], types: [Object, CreateOrderBody] });
route('verify', [Get(':id')], { decorators: [Req(), Param('id')], types: [Object, String] });

function injectable(made, types) {
  Injectable()(made);
  Reflect.defineMetadata('design:paramtypes', types, made);
}

function route(name, decorators, parameters) {
  const { prototype } = OrdersController;
  for (const decorator of decorators) decorator(prototype, name, Object.getOwnPropertyDescriptor(prototype, name));
  for (const [index, decorator] of parameters.decorators.entries()) decorator(prototype, name, index);
  Reflect.defineMetadata('design:paramtypes', parameters.types, prototype, name);
}

class AppModule {}
Module({
  imports: [TypeOrmModule.forRoot(dataSourceOptions)],
  controllers: [OrdersController],
  providers: [
    {
      provide: OrdersService,
      useFactory: (dataSource) => new OrdersService(dataSource),
      inject: [getDataSourceToken()],
    },
    KeyGuard,
  ],
})(AppModule);

const app = await NestFactory.create(AppModule, { logger: ['error'] });
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
const http = app.getHttpAdapter().getInstance();
http.disable('x-powered-by');
http.disable('etag');
await app.listen(Number(process.env.PORT), process.env.HOST);
shop.closeOnSignal(() => app.close());
