CREATE TABLE "oauth_clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"redirect_uris" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_grants" (
	"bridge_id" uuid PRIMARY KEY NOT NULL,
	"client_id" text NOT NULL,
	"rotation" integer,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bridges" ADD COLUMN "token_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bridges" ADD COLUMN "client" jsonb;--> statement-breakpoint
ALTER TABLE "oauth_grants" ADD CONSTRAINT "oauth_grants_bridge_id_bridges_id_fk" FOREIGN KEY ("bridge_id") REFERENCES "public"."bridges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_clients_used_at" ON "oauth_clients" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "oauth_grants_client_id" ON "oauth_grants" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oauth_grants_waiting" ON "oauth_grants" USING btree ("created_at") WHERE "oauth_grants"."rotation" is null;